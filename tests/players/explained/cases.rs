//! One AI for each error with an explanation, and the expected sentences.

/// The input and the expected output of a case.
pub struct Case {
    pub code: &'static str,
    /// The content of `yourAI.py`, which may have another encoding.
    pub ai: &'static [u8],
    /// Other files in the folder.
    pub beside: &'static [(&'static str, &'static str)],
    pub en: &'static str,
    pub de: &'static str,
}

const fn case(code: &'static str, ai: &'static [u8], en: &'static str, de: &'static str) -> Case {
    Case { code, ai, beside: &[], en, de }
}

impl Case {
    const fn with(self, beside: &'static [(&'static str, &'static str)]) -> Case {
        Case { beside, ..self }
    }
}

/// In the order of the table in the engine. The AI is in the folder `x`.
pub const CASES: &[Case] = &[
    case(
        "main_file_name",
        b"from helper import plan\nplan()\n",
        "roundState exists in x/yourAI.py only: pass it to the function in x/helper.py as an argument",
        "roundState gibt es nur in x/yourAI.py: Übergib es der Funktion in x/helper.py als Argument",
    )
    .with(&[("helper.py", "from classes import *\ndef plan():\n    return roundState.getBase()\n")]),
    case(
        "game_import_missing",
        b"print(Direction.NORTH)\n",
        "Direction belongs to the module classes: write `from classes import *` at the top of x/yourAI.py",
        "Direction gehört zum Modul classes: Schreib `from classes import *` an den Anfang von x/yourAI.py",
    ),
    case(
        "own_import_missing",
        b"from classes import *\nprint(nearest([1, 1]))\n",
        "nearest is in your file x/paths.py: write `from paths import nearest` at the top of x/yourAI.py",
        "nearest steht in deiner Datei x/paths.py: Schreib `from paths import nearest` an den Anfang von x/yourAI.py",
    )
    .with(&[("paths.py", "def nearest(goal):\n    return goal\n")]),
    case(
        "import_forgotten",
        b"print(random.random())\n",
        "random is a module of Python: write `import random` at the top of x/yourAI.py",
        "random ist ein Modul von Python: Schreib `import random` an den Anfang von x/yourAI.py",
    ),
    case(
        "lost_between_rounds",
        b"if roundState.getRoundNumber() == 1:\n    visited = []\nvisited.append(1)\n",
        "visited was set in an earlier round, but variables are not kept: the file starts from scratch in each round, so set visited in every round",
        "visited wurde in einer früheren Runde gesetzt, aber Variablen bleiben nicht erhalten: Die Datei beginnt in jeder Runde von vorn, also setz visited in jeder Runde",
    ),
    case(
        "not_set_yet",
        b"counter = counter + 1\n",
        "counter has no value yet when this line is reached: set it further up, and not only inside an `if`",
        "counter hat in dieser Zeile noch keinen Wert: Setz es weiter oben, und nicht nur innerhalb eines `if`",
    ),
    case(
        "function_variable",
        b"counter = 0\ndef count():\n    counter += 1\ncount()\n",
        "the function sets counter itself, so counter is a local variable, which has no value yet at this line: pass it as an argument and return the new value",
        "die Funktion setzt counter selbst, also ist counter eine lokale Variable, die in dieser Zeile noch keinen Wert hat: Übergib es als Argument und gib den neuen Wert mit `return` zurück",
    ),
    case(
        "name_misspelt",
        b"guard = 3\nprint(gaurd)\n",
        "there is no gaurd; did you mean guard?",
        "gaurd gibt es nicht; meintest du guard?",
    ),
    case(
        "name_unknown",
        b"number = qqq\n",
        "qqq is not known in x/yourAI.py: check the spelling, and whether it is set or imported further up",
        "qqq ist in x/yourAI.py nicht bekannt: Prüf die Schreibweise, und ob es weiter oben gesetzt oder importiert wird",
    ),
    case(
        "method_not_called",
        b"base = roundState.getBase\nbase.createUnitGatherer()\n",
        "getBase is a method: write getBase(), with brackets, to call it",
        "getBase ist eine Methode: Schreib getBase() mit Klammern, um sie aufzurufen",
    ),
    case(
        "method_not_called",
        b"for unit in roundState.getUnits:\n    pass\n",
        "getUnits is a method: write getUnits(), with brackets, to call it",
        "getUnits ist eine Methode: Schreib getUnits() mit Klammern, um sie aufzurufen",
    ),
    case(
        "brackets_missing",
        b"def limit():\n    return 3\nprint(limit + 1)\n",
        "a method or function is used here without brackets: write () after its name to call it",
        "hier wird eine Methode oder Funktion ohne Klammern benutzt: Schreib () hinter den Namen, um sie aufzurufen",
    ),
    case(
        "none_value",
        b"roundState.getMap()[0][0].getUnitOnField().getOwner()\n",
        "a value in this line is None: a call that finds nothing returns None, and so does a function without `return`; check `is not None` first",
        "ein Wert in dieser Zeile ist None: Ein Aufruf, der nichts findet, liefert None, eine Funktion ohne `return` auch; prüf vorher mit `is not None`",
    ),
    case(
        "none_value",
        b"from classes import *\nroundState.getMap()[0][0].isCrossable(None)\n",
        "a value in this line is None: a call that finds nothing returns None, and so does a function without `return`; check `is not None` first",
        "ein Wert in dieser Zeile ist None: Ein Aufruf, der nichts findet, liefert None, eine Funktion ohne `return` auch; prüf vorher mit `is not None`",
    ),
    case(
        "list_of_objects",
        b"print(roundState.getUnits().getPosition())\n",
        "this is a list, and getPosition belongs to the items in it: take one item with [0], or go through all of them with `for`",
        "das ist eine Liste, und getPosition gehört zu den Einträgen darin: Nimm einen Eintrag mit [0], oder geh mit `for` alle durch",
    ),
    case(
        "attribute_misspelt",
        b"roundState.getBase().createUnitGathere()\n",
        "Base has no createUnitGathere; did you mean createUnitGatherer?",
        "Base hat kein createUnitGathere; meintest du createUnitGatherer?",
    ),
    case(
        "attribute_misspelt",
        b"from classes import *\nprint(Direction.NORHT)\n",
        "Direction has no NORHT; did you mean NORTH?",
        "Direction hat kein NORHT; meintest du NORTH?",
    ),
    case(
        "attribute_unknown",
        b"roundState.getBase().explode()\n",
        "Base has no explode: see the chapter about the classes for what it has",
        "Base hat kein explode: Was es gibt, steht im Kapitel über die Klassen",
    ),
    case(
        "wrong_kind",
        b"(5).explode()\n",
        "the value is of type int, which has no explode: print the value to see what it is",
        "der Wert hat den Typ int, und der hat kein explode: Gib den Wert mit print() aus, um zu sehen, was er ist",
    ),
    case(
        "wrong_argument",
        b"roundState.getMap()[0][0].isCrossable([1, 2])\n",
        "the argument must be an object of the class Unit, but it is of type list",
        "das Argument muss ein Objekt der Klasse Unit sein, hat aber den Typ list",
    ),
    case(
        "own_module_shadows",
        b"import random\nprint(random.choice([1]))\n",
        "`import random` finds your own x/random.py instead of Python's module random: give your file another name",
        "`import random` findet deine eigene Datei x/random.py statt des Moduls random von Python: Gib deiner Datei einen anderen Namen",
    )
    .with(&[("random.py", "dice = 6\n")]),
    case(
        "game_module_shadowed",
        b"from classes import *\nprint(helpMe())\n",
        "classes is always the module of the game, so your own x/classes.py is never loaded: give it another name",
        "classes ist immer das Modul des Spiels, deine eigene Datei x/classes.py wird nie geladen: Gib ihr einen anderen Namen",
    )
    .with(&[("classes.py", "def helpMe():\n    return 1\n")]),
    case(
        "circular_import",
        b"import one\n",
        "two of your files import each other, so one is not ready yet: move what both need into a third file",
        "zwei deiner Dateien importieren einander, deshalb ist one noch nicht fertig: Verschieb, was beide brauchen, in eine dritte Datei",
    )
    .with(&[("one.py", "import two\nvalue = 1\n"), ("two.py", "from one import value\n")]),
    case(
        "import_misspelt",
        b"from helper import nearestGoal\n",
        "helper has no nearestGoal; did you mean nearestGoals?",
        "helper enthält kein nearestGoal; meintest du nearestGoals?",
    )
    .with(&[("helper.py", "def nearestGoals():\n    pass\n")]),
    case(
        "import_unknown",
        b"from helper import zigzag\n",
        "helper has no zigzag: check the spelling, and whether the file is saved",
        "helper enthält kein zigzag: Prüf die Schreibweise, und ob die Datei gespeichert ist",
    )
    .with(&[("helper.py", "def nearestGoals():\n    pass\n")]),
    case(
        "module_misspelt",
        b"from yourFunction import *\n",
        "there is no module yourFunction; did you mean yourFunctions?",
        "ein Modul yourFunction gibt es nicht; meintest du yourFunctions?",
    )
    .with(&[("yourFunctions.py", "")]),
    case(
        "package_missing",
        b"import pygame\n",
        "pygame does not come with Python: install it into a virtual environment, activate that, and start wag again: python3 -m venv .venv && . .venv/bin/activate && pip install pygame",
        "pygame gehört nicht zu Python: Installier es in einer virtuellen Umgebung, aktivier diese und starte wag neu: python3 -m venv .venv && . .venv/bin/activate && pip install pygame",
    ),
    case(
        "module_missing",
        b"import qqqqq\n",
        "there is no file qqqqq.py next to your AI, and no installed package qqqqq: check the name; packages come from the virtual environment that is active when wag starts",
        "neben deiner KI liegt keine Datei qqqqq.py, und ein Paket qqqqq ist nicht installiert: Prüf den Namen; Pakete kommen aus der virtuellen Umgebung, die beim Start von wag aktiv ist",
    ),
    case(
        "index_beyond",
        b"print([1, 2][2])\n",
        "the list ends before this index: the first item is [0], the last one [len(list) - 1]; check the index first",
        "die Liste endet vor diesem Index: Der erste Eintrag ist [0], der letzte [len(liste) - 1]; prüf vorher den Index",
    ),
    case(
        "index_kind",
        b"board = roundState.getMap()\nprint(board[[1, 1]])\n",
        "an index is one whole number: divide with // instead of /, and take the parts of a position one by one, as in board[x][y]",
        "ein Index ist eine einzelne ganze Zahl: Teil mit // statt mit /, und nimm die Teile einer Position einzeln, wie in board[x][y]",
    ),
    case(
        "empty_choice",
        b"print(min([]))\n",
        "the list is empty, so nothing can be taken from it: check `if list:` first, or give min() and max() a default=",
        "die Liste ist leer, also gibt es nichts herauszunehmen: Prüf vorher mit `if liste:`, oder gib min() und max() ein default=",
    ),
    case(
        "key_missing",
        b"jobs = {}\nprint(jobs['guard'])\n",
        "the dictionary has no entry 'guard': check `if key in dictionary` first, or use dictionary.get(key)",
        "das Dictionary hat keinen Eintrag 'guard': Prüf vorher mit `if schlüssel in dictionary`, oder nimm dictionary.get(schlüssel)",
    ),
    case(
        "list_as_key",
        b"seen = set()\nseen.add(roundState.getBase().getPosition())\n",
        "a list, such as a position [x, y], cannot be a key of a dictionary or an element of a set: use tuple(position)",
        "eine Liste, etwa eine Position [x, y], kann weder Schlüssel eines Dictionarys noch Element eines Sets sein: Nimm tuple(position)",
    ),
    case(
        "argument_missing",
        b"def go(unit, goal):\n    pass\ngo(1)\n",
        "go() needs more arguments between its brackets: 'goal'",
        "go() braucht mehr Argumente in den Klammern: 'goal'",
    ),
    case(
        "argument_extra",
        b"class Plan:\n    def go():\n        pass\nPlan().go()\n",
        "Plan.go() takes fewer arguments than this call gives it; a method of your own class needs `self` as its first parameter",
        "Plan.go() nimmt weniger Argumente, als dieser Aufruf übergibt; eine Methode deiner eigenen Klasse braucht `self` als ersten Parameter",
    ),
    case(
        "not_callable",
        b"units = roundState.getUnits()\nprint(units(0))\n",
        "round brackets call a function, and this is a value of type list: use [ ] for an item, or rename the variable if it has the name of a function",
        "runde Klammern rufen eine Funktion auf, aber das hier ist ein Wert vom Typ list: Nimm [ ] für einen Eintrag, oder benenn die Variable um, wenn sie wie eine Funktion heißt",
    ),
    case(
        "text_and_number",
        b"print('round ' + roundState.getRoundNumber())\n",
        "text and a number cannot be joined with +: write str(number), or separate them with commas in print()",
        "ein Text und eine Zahl lassen sich nicht mit + verbinden: Schreib str(zahl), oder trenn sie in print() mit Kommas",
    ),
    case(
        "unpack",
        b"x, y, z = roundState.getBase().getPosition()\n",
        "there must be as many names to the left of = (or after `for`) as there are values",
        "links vom = (oder nach `for`) müssen so viele Namen stehen, wie es Werte gibt",
    ),
    case(
        "division_by_zero",
        b"print(100 / len(roundState.getUnits()))\n",
        "a number is divided by 0: check the divisor first",
        "eine Zahl wird durch 0 geteilt: Prüf vorher den Divisor",
    ),
    case(
        "recursion",
        b"def search(n):\n    return search(n + 1)\nsearch(0)\n",
        "search() calls itself without end: give it a case in which it returns without calling itself, or write a loop",
        "search() ruft sich ohne Ende selbst auf: Gib ihr einen Fall, in dem sie ohne weiteren Aufruf zurückkehrt, oder schreib eine Schleife",
    ),
    case(
        "memory",
        b"x = bytearray(1 << 40)\n",
        "the AI needs more memory than is allowed: look for a list or a loop that grows without end",
        "die KI braucht mehr Speicher, als erlaubt ist: Such nach einer Liste oder Schleife, die endlos wächst",
    ),
    case(
        "input",
        b"answer = input('Which way? ')\n",
        "nobody can type during a match, so input() does not work: write the value into the file",
        "während eines Spiels kann niemand etwas eintippen, deshalb geht input() nicht: Schreib den Wert in die Datei",
    ),
    case(
        "read_refused",
        b"open('/etc/shadow')\n",
        "an AI may read the files in its own folder and Python's library, but no logs or replays of the match: copy /etc/shadow into the folder of your AI",
        "eine KI darf die Dateien ihres eigenen Ordners und die Bibliothek von Python lesen, aber keine Log-Dateien und Replays des Spiels: Kopier /etc/shadow in den Ordner deiner KI",
    ),
    case(
        "write_refused",
        b"open('plan.txt', 'w')\n",
        "an AI may write only in the folder tempfile.gettempdir(), which is emptied after each turn: use print(); its output is kept in the log",
        "eine KI darf nur im Ordner tempfile.gettempdir() schreiben, der nach jedem Zug geleert wird: Nimm print(), das bleibt in der Log-Datei",
    ),
    case(
        "program_refused",
        b"import threading\nthreading.Thread(target=print).start()\n",
        "an AI may not start programs or threads, or use the network",
        "eine KI darf keine Programme oder Threads starten und das Netz nicht benutzen",
    ),
    case(
        "file_missing",
        b"open('plan.txt')\n",
        "there is no plan.txt: files are looked up in the folder of your AI; check the spelling, including upper and lower case",
        "plan.txt gibt es nicht: Dateien werden im Ordner deiner KI gesucht; prüf die Schreibweise, auch Groß- und Kleinbuchstaben",
    ),
    case(
        "early_exit",
        b"print('hello')\nexit()\nroundState.getBase().createUnitGatherer()\n",
        "line 2 of x/yourAI.py ended the run before any order was given, so no line below it ran: remove the exit, or put the rest under an `if`",
        "Zeile 2 von x/yourAI.py hat den Lauf beendet, bevor ein Befehl gegeben war, und keine Zeile darunter wurde ausgeführt: Lass das exit weg, oder setz den Rest unter ein `if`",
    ),
    case(
        "reserved_name",
        b"",
        "classes is the name of another module: rename the file, for example to yourAI.py",
        "classes heißt schon ein anderes Modul: Benenn die Datei um, zum Beispiel in yourAI.py",
    )
    .with(&[("classes.py", "")]),
    case(
        "indent_missing",
        b"for unit in roundState.getUnits():\nprint(unit)\n",
        "the lines that belong to the line with `:` above must be indented further, usually by four spaces",
        "die Zeilen, die zur Zeile mit `:` darüber gehören, müssen weiter eingerückt sein, üblich sind vier Leerzeichen",
    ),
    case(
        "indent_extra",
        b"x = 1\n  y = 2\n",
        "this line is indented further than the line above, but no block begins there: move it to the left",
        "diese Zeile ist weiter eingerückt als die darüber, obwohl dort kein Block beginnt: Rück sie nach links",
    ),
    case(
        "indent_between",
        b"if True:\n    x = 1\n  y = 2\n",
        "the indentation of this line lies between two levels: align it exactly with the line that it follows",
        "die Einrückung dieser Zeile liegt zwischen zwei Ebenen: Rück sie genau unter die Zeile, auf die sie folgt",
    ),
    case(
        "tabs",
        b"if True:\n        x = 1\n\ty = 2\n",
        "tabs and spaces are mixed: let your editor replace every tab in the file with four spaces",
        "Tabs und Leerzeichen sind gemischt: Lass deinen Editor jeden Tab der Datei durch vier Leerzeichen ersetzen",
    ),
    case(
        "colon_missing",
        b"for unit in roundState.getUnits()\n    print(unit)\n",
        "a line that begins with if, else, for, while or def ends with a colon `:`",
        "eine Zeile, die mit if, else, for, while oder def beginnt, endet mit einem Doppelpunkt `:`",
    ),
    case(
        "bracket_open",
        b"print((1, 2)\nx = 3\n",
        "a bracket is missing, or there is one too many: count the brackets in this line and in the lines above",
        "eine Klammer fehlt, oder es gibt eine zu viel: Zähl die Klammern in dieser Zeile und in den Zeilen darüber",
    ),
    case(
        "quote_open",
        b"print('hello)\n",
        "a text must end in the line in which it begins, with the same quote: \" or '",
        "ein Text muss in der Zeile enden, in der er beginnt, mit demselben Anführungszeichen: \" oder '",
    ),
    case(
        "one_equals_sign",
        b"x = 1\nif x = 2:\n    print(x)\n",
        "= gives a variable a value; to compare, write ==",
        "= gibt einer Variablen einen Wert; zum Vergleichen schreib ==",
    ),
    case(
        "print_brackets",
        b"print 'hello'\n",
        "print needs brackets: print(...)",
        "print braucht Klammern: print(...)",
    ),
    case(
        "return_outside",
        b"if not roundState.getUnits():\n    return\n",
        "`return` works inside a function only: to skip the rest of the file, put it under an `if`",
        "`return` geht nur innerhalb einer Funktion: Um den Rest der Datei zu überspringen, setz ihn unter ein `if`",
    ),
    case(
        "wrong_sign",
        "print(\u{201c}hello\u{201d})\n".as_bytes(),
        "Python does not know the character “, which often comes with copied text: type it again, with plain quotes and a plain minus",
        "Python kennt das Zeichen \u{201c} nicht, das oft aus kopiertem Text stammt: Tipp es neu, mit geraden Anführungszeichen und einfachem Minus",
    ),
    case(
        "syntax",
        b"x = = 1\n",
        "Python cannot read this line: look for a missing bracket, quote, comma or colon, here and in the line above",
        "Python versteht diese Zeile nicht: Such hier und in der Zeile darüber nach einer fehlenden Klammer, einem Anführungszeichen, Komma oder Doppelpunkt",
    ),
    case(
        "utf16",
        b"\xff\xfex\0 \0=\0 \x001\0\n\0",
        "x/yourAI.py is saved as UTF-16: choose the encoding UTF-8 when you save it",
        "x/yourAI.py ist als UTF-16 gespeichert: Wähl beim Speichern die Kodierung UTF-8",
    ),
    case(
        "latin1",
        b"# one\nprint('gr\xfcn')\n",
        "x/yourAI.py is not saved as UTF-8 but probably as Latin-1 (Windows-1252), see \u{fc} in line 2: choose the encoding UTF-8 when you save it",
        "x/yourAI.py ist nicht als UTF-8 gespeichert, sondern wohl als Latin-1 (Windows-1252), siehe \u{fc} in Zeile 2: Wähl beim Speichern die Kodierung UTF-8",
    ),
    case(
        "nul_bytes",
        b"x = 1\n\0\nprint('a text that is long enough')\n",
        "x/yourAI.py contains NUL bytes, so it is not plain text: save it again as text, with the encoding UTF-8",
        "x/yourAI.py enthält NUL-Bytes, ist also kein reiner Text: Speicher sie noch einmal als Text, mit der Kodierung UTF-8",
    ),
];
