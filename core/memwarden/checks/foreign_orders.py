"""Planted instructions in other languages, as data, and the marks of chat templates.

`LATIN` is run on folded text, `NATIVE` on text whose letters are as written: folding would damage it, and its starts
may stand inside a word.
"""

from __future__ import annotations

from memwarden.checks.orders import DROP, HIDE, ROLE, Order

_DE_TOLD = r"(?:anweisung\w*|instruktion\w*|vorgaben?|regeln|befehle?n?|prompts?|richtlinien|weisungen)"
_DE_ALL = (
    r"(?:alle[nrs]?|jegliche|samtliche|deine|ihre|eure|vorherige\w*|vorige\w*|bisherige\w*|fruhere\w*|fruehere\w*"
    r"|obige\w*|vorangegangene\w*|ursprungliche\w*)"
)
_FR_TOLD = r"(?:instructions?|consignes?|regles?|directives?)"
_FR_EARLIER = r"(?:precedent\w*|anterieur\w*|prealable\w*|initial\w*|systeme|ci-dessus|d['’]avant|recues?)"
_ES_DROP = r"(?:ignor(?:a|e|ar|en|ad)|olvid(?:a|e|ar|en|ate)|descart(?:a|e|ar)|no (?:sigas?|hagas caso)(?: a| de)?)"
_ES_TOLD = r"(?:instrucciones?|indicaciones|ordenes|reglas|directrices)"

LATIN = (
    Order(
        DROP,
        "ignorier*|missacht*|vergiss*|vergess*|ubergeh*|uebergeh*|beacht*|befolg*",
        (
            r"\b(?:ignorier\w*|missacht\w*|vergiss|vergesst|vergessen|ubergeh\w*|uebergeh\w*) #3"
            rf"{_DE_ALL} #3{_DE_TOLD}\b",
            rf"\b(?:beacht\w*|befolg\w*) #5{_DE_TOLD} #2nicht\b",
        ),
        "anweisung|instruktion|vorgabe|regeln|befehl|prompt|richtlinien|weisungen",
    ),
    Order(
        ROLE,
        "du",
        (r"\bdu bist (?:jetzt|nun|ab jetzt|ab sofort) (?:ein|eine|der|die|kein|keine|frei|mein)\b",),
        "du bist",
    ),
    Order(
        HIDE,
        "sag*|erzahl*|verrat*|zeig*|melde*|teil*|verschweig*|verheimlich*",
        (
            r"\b(?:sage?|erzahl\w*|verrat\w*|zeig\w*|melde|teile?) "
            r"#3(?:be)?(?:nutzer|anwender)\w* #3(?:nichts?|nie)\b",
            r"\b(?:verschweig\w*|verheimlich\w*) #4(?:be)?(?:nutzer|anwender)\w*",
        ),
        "nutzer|anwender",
    ),
    Order(
        DROP,
        "ignor*|oubli*|neglig*|ne",
        (
            r"\b(?:ignor(?:e|ez|er|ons)|oubli(?:e|ez|er)|neglig(?:e|ez|er)|"
            r"ne (?:tiens|tenez|tenir|suis|suivez) (?:pas|plus)(?: compte)?) "
            rf"#5{_FR_TOLD} #3{_FR_EARLIER}\b",
            rf"\b(?:ignore[zr]?|oublie[zr]?) toutes? (?:les|tes|vos|ces) #2{_FR_TOLD}\b",
        ),
        "instruction|consigne|regle|directive",
    ),
    Order(
        HIDE,
        "ne|no",
        (
            r"\bne (?:dis|dites|montre|montrez|revele|revelez) (?:rien|pas|jamais) #4(?:\w['’])?utilisateur",
            r"\bno (?:le |se lo )?(?:digas|muestres|reveles|informes|cuentes) #4usuario",
        ),
        "utilisateur|usuario",
    ),
    Order(
        DROP,
        "ignor*|olvid*|descart*|no",
        (
            rf"\b{_ES_DROP} #5{_ES_TOLD} #3(?:anterior\w*|previas?|iniciales|arriba|sistema)\b",
            rf"\b{_ES_DROP} (?:todas )?(?:las|tus|sus|estas) #1{_ES_TOLD}\b",
        ),
        "instruccion|indicacion|ordenes|reglas|directrices",
    ),
    Order(
        DROP,
        "ignor*|esquec*|desconsidere*",
        (r"\b(?:ignor[ea]|esquec[ae]|desconsidere) #4instrucoes #2(?:anteriores|previas|acima)\b",),
        "instruco",
    ),
    Order(
        DROP,
        "ignora*|dimentica*",
        (r"\b(?:ignora|dimentica) #4istruzioni #2(?:precedenti|di sopra)\b",),
        "istruzion",
    ),
)

NATIVE = (
    Order(
        DROP,
        "忽略|無視|无视|忽视|忘记|忘記|忘掉|不要理会|不要遵守|别管",
        (
            r"(?:忽略|無視|无视|忽视|忘记|忘記|忘掉|不要理会|不要遵守|别管)[^。！？\n]{0,12}"
            r"(?:之前|先前|以前|上述|以上|前面|所有|一切|此前|系统|系統|全部|你的|任何)[^。！？\n]{0,8}"
            r"(?:指令|指示|提示词|提示詞|提示|命令|规则|規則|要求|说明|設定|设定)",
        ),
    ),
    Order(
        DROP,
        "以前|これまで|上記|前|すべて|全て",
        (
            r"(?:以前|これまで|上記|前|すべて|全て)の?[^。\n]{0,8}(?:指示|命令|プロンプト|ルール)[^。\n]{0,6}(?:無視|忘れ)",
        ),
    ),
    Order(
        DROP,
        "이전|위|앞|기존|모든",
        (r"(?:이전|위의?|앞의?|기존|모든)[^\n.]{0,8}(?:지시|명령|지침)[^\n.]{0,8}(?:무시|잊)",),
    ),
    Order(
        DROP,
        "игнорируй|забудь|не",
        (r"(?:игнорируй|забудь|не следуй)\w* #4(?:инструкци\w+|указани\w+|правила?|команды?)\b",),
    ),
    Order(
        HIDE,
        "不要|别|請勿|请勿",
        (r"(?:不要|别|請勿|请勿)(?:告诉|告訴|通知|透露给|让)[^。\n]{0,4}(?:用户|使用者|用戶)",),
        "用户|使用者|用戶",
    ),
    Order(
        "chat-template marks",
        "<|im_|<|system|<|user|<|assistant|<|end|<|begin|<|start|<|eot|[inst]|<<sys>>|</system|<system|</assistant",
        (
            r"<\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|eot_id)\|>",
            r"\[/?inst\]|<</?sys>>|</?(?:system|assistant|system-reminder|system-prompt)>",
        ),
    ),
)
