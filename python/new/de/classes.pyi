"""Die Klassen von Warriors & Gatherers. So benutzt du sie: from classes import *"""

# Nur für Editoren und Typprüfer: Das Spiel bringt das Modul `classes` selbst mit und liest diese Datei nie.
# Die beiden globalen Variablen einer KI, roundState und gameConfiguration, stehen in __builtins__.pyi.

from typing import Iterable, Literal, NoReturn, Sequence, final

# Das importiert `from classes import *`; board und configuration rufst du als classes.board und classes.configuration auf.
__all__ = [
    "Direction",
    "UnitType",
    "Unit",
    "RoundState",
    "FieldType",
    "Field",
    "Base",
    "GameConfiguration",
    "annotate",
    "annotate_path",
]

@final
class Direction:
    """Die Richtungen, in die eine Einheit gehen kann, als Strings: Direction.NORTH ist 'NORTH'."""

    NORTH: str
    """Nach oben, zu kleinerem y."""
    WEST: str
    """Nach links, zu kleinerem x."""
    SOUTH: str
    """Nach unten, zu größerem y."""
    EAST: str
    """Nach rechts, zu größerem x."""
    STAY: str
    """Gar nicht."""

    def __init__(self, _: NoReturn) -> None: ...

@final
class UnitType:
    """Der Typ einer Einheit. UnitType.WARRIOR und UnitType.GATHERER sind Strings; unit.getUnitType() gibt ein Objekt
    zurück, das die Zahlen des Typs enthält. Es ist kein String: Vergleiche str(unit.getUnitType()) == UnitType.WARRIOR."""

    WARRIOR: str
    """Krieger, stark und teuer: 'WARRIOR'."""
    GATHERER: str
    """Sammler, trägt viel: 'GATHERER'."""
    RESOURCE: str
    """Dasselbe wie FieldType.RESOURCE."""
    LAND: str
    """Dasselbe wie FieldType.LAND."""

    def __init__(self, _: NoReturn) -> None: ...
    def getString(self) -> str:
        """Der Typ als str: 'WARRIOR' oder 'GATHERER'."""

    def getMaxResources(self) -> int:
        """Die Menge, die eine Einheit dieses Typs höchstens tragen kann, als int."""

    def getStrength(self) -> float:
        """Die Kampfstärke dieses Typs, als float: die Wahrscheinlichkeit, einen Angriff auf eine Einheit anderer Stärke zu gewinnen."""

    def getCost(self) -> int:
        """Der Preis einer Einheit dieses Typs, als int."""

@final
class Unit:
    """Eine Einheit auf dem Spielfeld. Deine eigenen Einheiten, die Befehle annehmen, bekommst du von roundState.getUnits() und
    base.getUnits(); die auf den Feldern von roundState.getMap() sind Abbilder, die du nur ansehen kannst."""

    def __init__(self, _: NoReturn) -> None: ...
    def getUnitId(self) -> int:
        """Die ID der Einheit, als int: 0 für die erste Einheit eines Spielers, und so weiter in der Reihenfolge ihrer Erzeugung."""

    def getUnitID(self) -> int:
        """Dasselbe wie getUnitId()."""

    def getUnitType(self) -> UnitType:
        """Der Typ der Einheit, als Objekt vom Typ UnitType."""

    def getOwner(self) -> str:
        """Der Name des Spielers, dem die Einheit gehört, als str."""

    def getResources(self) -> int:
        """Die Ressourcen, die die Einheit trägt, als int."""

    def getPosition(self) -> list[int]:
        """Die Position der Einheit, als Liste [x, y]. Sie ändert sich erst, wenn die Einheit wirklich gegangen ist."""

    def moveUnit(self, direction: str) -> Literal[False] | None:
        """Befiehlt der Einheit, in eine Richtung zu gehen, zum Beispiel Direction.NORTH. Gibt None zurück, wenn der Befehl gilt.

        Bei einem zweiten Befehl in einer Runde gibt die Methode "Unit can't move more than once a round!" aus und False zurück,
        bei einem Wert, der keine Richtung ist, "Wrong Direction!" und False. Auch ein angenommener Befehl kann am Ziel scheitern.
        """

    def getLastMove(self) -> str:
        """Die Richtung, in die die Einheit zuletzt gegangen ist, als str; 'STAY', wenn sie in ihrem letzten Zug stehen blieb."""

    def getlastMove(self) -> str:
        """Dasselbe wie getLastMove()."""

    def getMaxResources(self) -> int:
        """Die Menge, die die Einheit höchstens tragen kann, als int."""

    def getStrength(self) -> float:
        """Die Kampfstärke des Typs der Einheit, als float."""

    def getCost(self) -> int:
        """Der Preis einer Einheit dieses Typs, als int."""

    def getString(self) -> str:
        """Der Typ der Einheit, als str: 'WARRIOR' oder 'GATHERER'."""

@final
class RoundState:
    """Alles über die aktuelle Runde: deine Basis, deine Einheiten, ein Abbild des Spielfelds, die Nummer der Runde."""

    def __init__(self, _: NoReturn) -> None: ...
    def getMap(self) -> list[list[Field]]:
        """Das Spielfeld als Liste von Spalten aus Field-Objekten: roundState.getMap()[x][y]. Es ist ein Abbild vom
        Anfang des Zugs; Befehle gibst du über getBase() und getUnits()."""

    def getBase(self) -> Base:
        """Deine eigene Basis, als Objekt vom Typ Base."""

    def getOwnBase(self) -> Base:
        """Dasselbe wie getBase()."""

    def getUnits(self) -> list[Unit]:
        """Deine eigenen Einheiten, als Liste in der Reihenfolge ihrer IDs. Dieselbe Liste wie getBase().getUnits()."""

    def getOwnUnits(self) -> list[Unit]:
        """Dasselbe wie getUnits()."""

    def getUnit(self) -> list[Unit]:
        """Dasselbe wie getUnits()."""

    def getOwnUnit(self) -> list[Unit]:
        """Dasselbe wie getUnits()."""

    def getOwnName(self) -> str:
        """Dein eigener Name, als str."""

    def getOwnResources(self) -> int:
        """Die Ressourcen in deiner Basis, als int."""

    def getRoundNumber(self) -> int:
        """Die Nummer der aktuellen Runde, als int; die erste ist 1."""

@final
class FieldType:
    """Die Feldtypen, als Strings: FieldType.LAND ist 'LAND'."""

    LAND: str
    """Freies Land: 'LAND'."""
    WATER: str
    """Niemand kann es betreten: 'WATER'."""
    WALL: str
    """Niemand kann es betreten: 'WALL'."""
    RESOURCE: str
    """Land, auf dem Ressourcen erscheinen: 'RESOURCE'."""
    BASE: str
    """Die Basis eines Spielers, die nur seine eigenen Einheiten betreten können: 'BASE'."""
    WARRIOR: str
    """Dasselbe wie UnitType.WARRIOR."""
    GATHERER: str
    """Dasselbe wie UnitType.GATHERER."""

    def __init__(self, _: NoReturn) -> None: ...

@final
class Field:
    """Ein Feld des Spielfelds, wie es am Anfang des Zugs war: roundState.getMap()[x][y]."""

    def __init__(self, _: NoReturn) -> None: ...
    def getFieldType(self) -> str:
        """Der Typ des Feldes, als str: eine der Konstanten von FieldType."""

    def getPosition(self) -> list[int]:
        """Die Position des Feldes, als Liste [x, y]."""

    def getBase(self) -> Base | None:
        """Die Basis auf diesem Feld, als Objekt vom Typ Base; None, wenn dort keine ist."""

    def getUnitOnField(self) -> Unit | list[Unit] | None:
        """Die Einheit auf diesem Feld, als Objekt vom Typ Unit, oder None. Bei einer Basis: die Liste der Einheiten darin."""

    def getResources(self) -> int:
        """Die Ressourcen, die auf diesem Feld liegen, als int; 0 auf einer Basis."""

    def getResourcesOnField(self) -> int:
        """Dasselbe wie getResources()."""

    def isCrossable(self, unit: Unit) -> bool:
        """True, wenn die Einheit dieses Feld betreten könnte, wenn sie daneben stünde: Land ohne eine andere Einheit desselben
        Spielers, oder die eigene Basis der Einheit."""

    def isReachable(self, unit: Unit) -> bool:
        """True, wenn die Einheit höchstens einen Schritt von diesem Feld entfernt ist. Was auf dem Feld steht, spielt
        keine Rolle: siehe isCrossable()."""

@final
class Base:
    """Die Basis eines Spielers. Deine eigene, in der du Einheiten erzeugen kannst, ist roundState.getBase(); die auf den
    Feldern von roundState.getMap() sind Abbilder, die du nur ansehen kannst."""

    def __init__(self, _: NoReturn) -> None: ...
    def getResources(self) -> int:
        """Die Ressourcen in der Basis, als int."""

    def getHiddenUnits(self) -> list[Unit]:
        """Die Einheiten, die gerade in der Basis sind, als Liste."""

    def getUnits(self) -> list[Unit]:
        """Alle Einheiten des Spielers, als Liste in der Reihenfolge ihrer IDs. Bei deiner eigenen Basis dieselbe Liste wie
        roundState.getUnits()."""

    def getOwnUnits(self) -> list[Unit]:
        """Dasselbe wie getUnits()."""

    def getPosition(self) -> list[int]:
        """Die Position der Basis, als Liste [x, y]."""

    def getOwner(self) -> str:
        """Der Name des Spielers, dem die Basis gehört, als str."""

    def createUnitWarrior(self) -> Literal[False] | None:
        """Erzeugt einen Krieger in der Basis. Gibt None zurück; reichen die Ressourcen nicht, gibt es "Not enough
        resources for warrior!" aus und False zurück. Die neue Einheit steht am Ende von getUnits() und nimmt gleich Befehle an."""

    def createUnitGatherer(self) -> Literal[False] | None:
        """Erzeugt einen Sammler in der Basis. Gibt None zurück; reichen die Ressourcen nicht, gibt es "Not enough
        resources for gatherer!" aus und False zurück. Die neue Einheit steht am Ende von getUnits() und nimmt gleich Befehle an."""

@final
class GameConfiguration:
    """Die Zahlen des Spiels: wie lange es dauert, und was die Einheitentypen kosten, tragen und im Kampf wert sind."""

    def __init__(self, _: NoReturn) -> None: ...
    def getRounds(self) -> int:
        """Die Anzahl der Runden des Spiels, als int."""

    def getUnitCostWarrior(self) -> int:
        """Der Preis eines Kriegers, als int."""

    def getUnitCostGatherer(self) -> int:
        """Der Preis eines Sammlers, als int."""

    def getUnitStrengthWarrior(self) -> float:
        """Die Kampfstärke eines Kriegers, als float."""

    def getUnitStrengthGatherer(self) -> float:
        """Die Kampfstärke eines Sammlers, als float."""

    def getUnitMaxResourcesWarrior(self) -> int:
        """Die Menge, die ein Krieger höchstens tragen kann, als int."""

    def getUnitMaxResourcesGatherer(self) -> int:
        """Die Menge, die ein Sammler höchstens tragen kann, als int."""

    def getMaxResourcesWarrior(self) -> int:
        """Dasselbe wie getUnitMaxResourcesWarrior()."""

    def getMaxResourcesGatherer(self) -> int:
        """Dasselbe wie getUnitMaxResourcesGatherer()."""

def annotate(
    target: Unit | Field | Base | Sequence[int],
    text: object,
    color: str | None = None,
) -> None:
    """Hinterlässt eine Notiz für alle, die zuschauen: einen Text an einer Einheit, einem Feld, einer Basis oder einer
    Position [x, y]. Die Farbe ist ein (englischer) Name oder ein Code wie '#ff8800'. Am Spiel ändert sie nichts."""

def annotate_path(
    fields: Iterable[Unit | Field | Base | Sequence[int]],
    color: str | None = None,
) -> None:
    """Hinterlässt einen Weg für alle, die zuschauen: eine Liste von Feldern, Einheiten, Basen oder Positionen [x, y], der
    Reihe nach. Am Spiel ändert er nichts."""

def board(drawing: str, resources: dict[tuple[int, int], int] | None = None, round: int = 1) -> RoundState:
    """Für Tests deiner Funktionen, ohne ein Spiel: zeichnet ein Spielfeld mit allem, was darauf ist, und gibt dessen
    roundState zurück.

    Zeichen: . Land, R Ressourcenfeld, $ hier liegen Ressourcen, # oder Y Wand, ~ oder X Wasser, 1 deine Basis, 2 bis 4 die
    anderen, G und W dein Sammler und dein Krieger, g und w die von Spieler 2. Leerzeichen dazwischen bedeuten nichts.

    resources legt für eine Position (x, y) fest, wie viel dort liegt, wie viel die Einheit dort trägt oder wie viel in der Basis
    ist. Sonst liegen auf $ 100, in einer Basis sind 200, und Einheiten tragen nichts. Einheiten bekommen ihre Nummern Zeile für
    Zeile. unit.getLastMove() gibt einen angenommenen Befehl zurück.
    """

def configuration() -> GameConfiguration:
    """Für Tests deiner Funktionen, ohne ein Spiel: die üblichen Zahlen des Spiels, wie gameConfiguration sie hat."""
