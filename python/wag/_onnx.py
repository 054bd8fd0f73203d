"""Reads what a model in the ONNX format declares, without running it and without any package. A model may be a
stranger's: everything is bounded, and nothing of it is executed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .errors import UsageError

DOMAINS = ("", "ai.onnx", "ai.onnx.ml")
"""The domains of operators whose meaning the standard defines."""
DEPTH_MAX = 8
"""How deep graphs may be nested in each other."""

# The wire types of protobuf.
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
# The numbers of the element types of tensors.
TYPES = {1: "float32", 2: "uint8", 3: "int8", 5: "int16", 4: "uint16", 6: "int32", 7: "int64", 9: "bool", 10: "float16", 11: "float64"}


@dataclass(frozen=True)
class Tensor:
    """The declaration of an input or an output."""

    name: str
    dtype: str
    """The type as numpy calls it."""
    shape: tuple[int | None, ...] | None
    """None for a dimension of any size, or if the shape is not declared."""


@dataclass(frozen=True)
class Declaration:
    inputs: list[Tensor]
    outputs: list[Tensor]


def read(model: bytes) -> Declaration:
    """Returns the inputs and outputs of a model. Raises `UsageError` if the bytes are no model, or if it has operators that
    the standard does not define, or data in other files."""
    try:
        fields = list(_fields(memoryview(model)))
        graphs = [value for number, value in fields if number == 7]
        if len(graphs) != 1 or isinstance(graphs[0], int):
            raise ValueError("it has no graph")
        if any(number == 25 for number, _ in fields):
            raise UsageError("the model defines operators of its own; only those of the ONNX standard are accepted")
        return _graph(graphs[0], 0)
    except (ValueError, RecursionError) as err:
        if isinstance(err, UsageError):
            raise
        raise UsageError(f"the file is not an ONNX model: {err}") from None


def _graph(graph: memoryview, depth: int) -> Declaration:
    if depth > DEPTH_MAX:
        raise ValueError("its graphs are nested too deeply")
    inputs, outputs, initialized = [], [], set()
    for number, value in _fields(graph):
        if number in (1, 5, 11, 12, 15) and isinstance(value, int):
            raise ValueError("a part of the graph is damaged")
        if number == 1:
            _check_node(value, depth)
        elif number == 5:
            initialized.add(_checked_initializer(value))
        elif number == 11:
            inputs.append(_tensor(value))
        elif number == 12:
            outputs.append(_tensor(value))
        elif number == 15:
            for part, tensor in _fields(value):
                if part in (1, 2) and not isinstance(tensor, int):
                    _checked_initializer(tensor)
    # Older models list their weights among the inputs.
    return Declaration([one for one in inputs if one.name not in initialized], outputs)


def _check_node(node: memoryview, depth: int) -> None:
    operator, domain = "", ""
    for number, value in _fields(node):
        if number == 4:
            operator = _text(value)
        elif number == 7:
            domain = _text(value)
        elif number == 5:
            for part, content in _fields(value):
                if part in (6, 11) and not isinstance(content, int):
                    _graph(content, depth + 1)
                elif part in (5, 10) and not isinstance(content, int):
                    _checked_initializer(content)
    if domain not in DOMAINS:
        raise UsageError(
            f"the model uses the operator {operator[:60]!r} of {domain[:60]!r}; only those of the ONNX standard are accepted"
        )


def _checked_initializer(tensor: memoryview) -> str:
    """Returns the name of a tensor whose data is in the model itself."""
    name = ""
    for number, value in _fields(tensor):
        if number == 8:
            name = _text(value)
        elif number == 13 or (number == 14 and value != 0):
            raise UsageError("the model has data in other files; save it as one file")
    return name


def _tensor(info: memoryview) -> Tensor:
    name, dtype, shape = "", "", None
    for number, value in _fields(info):
        if number == 1:
            name = _text(value)
        elif number == 2:
            for kind, content in _fields(value):
                if kind == 1:
                    for part, one in _fields(content):
                        if part == 1:
                            dtype = TYPES.get(one, f"type {one}")
                        elif part == 2:
                            shape = tuple(_dimension(two) for place, two in _fields(one) if place == 1)
    return Tensor(name, dtype, shape)


def _dimension(dimension: memoryview) -> int | None:
    sizes = [value for number, value in _fields(dimension) if number == 1]
    return sizes[-1] if sizes and isinstance(sizes[-1], int) and sizes[-1] > 0 else None


def _text(value: memoryview | int) -> str:
    if isinstance(value, int):
        raise ValueError("a name is damaged")
    return bytes(value).decode("utf-8", "replace")


def _fields(message: memoryview | int) -> Iterator[tuple[int, memoryview | int]]:
    """Yields the fields of a protobuf message: their numbers and values."""
    if isinstance(message, int):
        raise ValueError("a part of it is damaged")
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        number, kind = key >> 3, key & 7
        if kind == _VARINT:
            value, at = _varint(message, at)
        elif kind in (_FIXED64, _FIXED32):
            size = 8 if kind == _FIXED64 else 4
            value, at = int.from_bytes(message[at : at + size], "little"), at + size
        elif kind == _BYTES:
            size, at = _varint(message, at)
            value, at = message[at : at + size], at + size
        else:
            raise ValueError("it has an unknown kind of data")
        if number == 0 or at > len(message):
            raise ValueError("it breaks off")
        yield number, value


def _varint(message: memoryview, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(message):
            raise ValueError("it breaks off")
        byte, at = message[at], at + 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
    raise ValueError("a number is too long")
