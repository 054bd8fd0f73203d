"""Das Wissen eines Bots über das Brett und die Befehle an seine Ameisen: für deinen Editor. Felder sind (Zeile, Spalte), von 0
an von links oben gezählt; das Brett hat keinen Rand. Besitzer sind 0 für dich, dann 1, 2, ... in der Reihenfolge, in der du ihnen begegnet bist."""

import random as random
import sys as sys
import time as time
import traceback as traceback
from collections import defaultdict as defaultdict
from math import sqrt as sqrt
from typing import Any, Literal

Place = tuple[int, int]
Point = tuple[float, float]
Way = Literal["n", "e", "s", "w"]
Corner = Literal["TL", "TM", "TR", "ML", "MM", "MR", "BL", "BM", "BR"]

MY_ANT: int
"""0: deine eigene Nummer."""
ANTS: int
"""0: Zahlen von hier an sind Ameisen, nach ihrem Besitzer."""
DEAD: int
LAND: int
FOOD: int
WATER: int
PLAYER_ANT: str
HILL_ANT: str
PLAYER_HILL: str
MAP_OBJECT: str
MAP_RENDER: str
"""Das Zeichen jeder Zahl auf der Karte: MAP_RENDER[ants.map[row][col]]."""
AIM: dict[str, tuple[int, int]]
"""Wohin jede Richtung führt, in Zeilen und Spalten."""
RIGHT: dict[str, str]
LEFT: dict[str, str]
BEHIND: dict[str, str]

class Overlay:
    """Zeichnungen auf dem Brett, für alle, die zusehen. Zeilen und Spalten dürfen Brüche sein und zählen von der Mitte eines Feldes
    an. Eine Farbe oder Breite gilt für die Zeichnungen danach. In einer strengen Partie ist eine Zeichnung ein ungültiger Befehl."""

    def layer(self, name: str = "") -> None:
        """Legt die folgenden Zeichnungen dieses Zuges auf diese Ebene, etwa "missions"; wer zusieht, kann sie für alle Spieler zugleich
        ausschalten. Ohne Namen liegen sie auf keiner Ebene. Ein Name hat höchstens 24 Buchstaben, Ziffern, - und _."""
    def set_fill_color(self, red: int, green: int, blue: int, alpha: float = 1.0) -> None:
        """Rot, Grün und Blau von 0 bis 255, alpha von 0 (nichts) bis 1."""
    def set_line_color(self, red: int, green: int, blue: int, alpha: float = 1.0) -> None: ...
    def set_line_width(self, width: float) -> None:
        """In Pixeln; am Anfang ist sie 1."""
    def arrow(self, loc1: Point, loc2: Point) -> None:
        """Ein Pfeil; wie Linien nimmt er den kürzesten Weg, auch über die Ränder."""
    def line(self, loc1: Point, loc2: Point) -> None: ...
    def circle(self, loc: Point, radius: float, fill: bool = False) -> None:
        """Ein Kreis; der Radius zählt in Feldern."""
    def rect(self, loc: Point, width: float, height: float, fill: bool = False) -> None:
        """Ein Rechteck von der Mitte dieses Feldes nach rechts und unten."""
    def star(self, loc: Point, inner: float, outer: float, points: int, fill: bool = False) -> None: ...
    def tile(self, loc: Place) -> None:
        """Füllt ein Feld."""
    def tile_border(self, loc: Place, corner: Corner) -> None:
        """Der Rand eines Feldes auf einer Seite: TM die obere, TL zwei, die sich oben links treffen, MM alle."""
    def tile_sub_tile(self, loc: Place, corner: Corner) -> None:
        """Füllt ein Neuntel eines Feldes: TL links oben, MM die Mitte."""
    def route_plan(self, loc: Place, directions: str | list[Way]) -> None:
        """Eine Linie entlang dieser Schritte."""
    def note(self, loc: Place, text: object) -> None:
        """Eine Notiz, die erscheint, wenn jemand auf das Feld klickt; Felder, die sie als <r:5 c:4> nennt, werden hervorgehoben."""

class Ants:
    rows: int
    cols: int
    turns: int
    """Die Höchstzahl der Züge der Partie."""
    turn: int
    """Der aktuelle Zug, ab 1; 0 in do_setup."""
    turntime: int
    """Das Zeitlimit eines Zuges, in Millisekunden."""
    loadtime: int
    """Das Zeitlimit für das Ausführen der Datei und do_setup, in Millisekunden."""
    viewradius2: int
    """Die Sichtweite der Ameisen, zum Quadrat."""
    attackradius2: int
    spawnradius2: int
    """Die Entfernung, aus der Ameisen Futter sammeln, zum Quadrat."""
    player_seed: int
    strict: int
    """1 in einer Partie, die man durch einen ungültigen Befehl verliert, auch durch eine Zeichnung; sonst 0."""
    map: list[list[int]]
    """map[Zeile][Spalte]: WATER, FOOD, LAND, DEAD oder der Besitzer der Ameise dort. Hügel stehen nicht darauf."""
    hill_list: dict[Place, int]
    """Die Hügel, die du siehst, mit ihren Besitzern."""
    ant_list: dict[Place, int]
    """Die Ameisen, die du siehst, auch deine, mit ihren Besitzern."""
    dead_list: defaultdict[Place, list[int]]
    """Die Felder, auf denen im letzten Zug Ameisen gestorben sind, mit ihren Besitzern."""
    food_list: list[Place]
    turn_start_time: float | None
    overlay: Overlay
    def setup(self, data: str) -> None:
        """Liest den Text vor dem ersten Zug: für Tests."""
    def update(self, data: str) -> None:
        """Liest den Text eines Zuges: für Tests."""
    def time_remaining(self) -> int:
        """Die Anzahl der Millisekunden, die vom Zug noch bleiben."""
    def issue_order(self, order: tuple[Place, Way]) -> None:
        """Schickt die Ameise auf diesem Feld einen Schritt weiter."""
    def finish_turn(self) -> None:
        """Tut nichts: Der Zug endet, wenn do_turn zurückkehrt."""
    def my_hills(self) -> list[Place]: ...
    def enemy_hills(self) -> list[tuple[Place, int]]: ...
    def my_ants(self) -> list[Place]: ...
    def enemy_ants(self) -> list[tuple[Place, int]]: ...
    def food(self) -> list[Place]: ...
    def passable(self, loc: Place) -> bool:
        """True, wenn das Feld kein Wasser ist, soweit du gesehen hast."""
    def unoccupied(self, loc: Place) -> bool:
        """True, wenn eine Ameise dorthin gehen kann: kein Wasser, kein Futter, keine Ameise."""
    def destination(self, loc: Place, direction: str) -> Place:
        """Das Nachbarfeld in einer Richtung."""
    def distance(self, loc1: Place, loc2: Place) -> int:
        """Die Anzahl der Schritte zwischen zwei Feldern, als gäbe es kein Wasser."""
    def direction(self, loc1: Place, loc2: Place) -> list[Way]:
        """Die Richtungen, die näher heranführen."""
    def visible(self, loc: Place) -> bool:
        """True, wenn eine deiner Ameisen das Feld sieht."""
    def render_text_map(self) -> str: ...
    @staticmethod
    def run(bot: Any) -> None:
        """Spielt die Partie: ruft in jedem Zug bot.do_turn(ants) auf, vorher einmal bot.do_setup(ants) und am Ende
        bot.do_end(ants, scores, status), wenn der Bot sie hat. Keine Zeile nach diesem Aufruf wird ausgeführt."""

def ordered() -> list[str]:
    """Für Tests, ohne eine Partie: die Befehle seit dem letzten Aufruf, etwa ["o 4 4 n"]."""
