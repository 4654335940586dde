"""The command line: one small file per group of verbs, imported when one of them is called."""
