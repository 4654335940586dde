"""Make an agent's program speak to memwarden: entries in its own files, put in and taken out without a trace."""
