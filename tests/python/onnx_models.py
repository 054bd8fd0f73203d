"""Writes small models in the ONNX format, with no package."""

import numpy as np

FLOAT, INT8, INT64 = 1, 3, 7


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    """Returns a field of a protobuf message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def declared(name, kind, shape):
    """Returns the declaration of an input or output. The dimension None has any size."""
    dims = b"".join(field(1, field(1, size) if size else field(2, "batch")) for size in shape)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, dims)))


def tensor(name, array):
    kind = {"f": FLOAT, "i": INT64}[array.dtype.kind]
    return b"".join(field(1, size) for size in array.shape) + field(2, kind) + field(8, name) + field(9, array.tobytes())


def node(operator, inputs, output, domain=""):
    names = b"".join(field(1, name) for name in inputs)
    return names + field(2, output) + field(3, operator) + field(4, operator) + (field(7, domain) if domain else b"")


def model(nodes, inputs, outputs, tensors=(), more=b""):
    graph = b"".join(field(1, one) for one in nodes) + field(2, "policy")
    graph += b"".join(field(5, one) for one in tensors)
    graph += b"".join(field(11, one) for one in inputs) + b"".join(field(12, one) for one in outputs)
    return field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, 17)) + more


def linear(observation, scores, seed=1, padding=0):
    """Returns a model that multiplies the flat observation with a matrix, and the matrix."""
    size = int(np.prod(observation))
    weights = np.random.default_rng(seed).normal(size=(size, scores)).astype(np.float32)
    tensors = [tensor("weights", weights), tensor("shape", np.array([-1, size]))]
    if padding:
        tensors.append(tensor("unused", np.zeros(padding, dtype=np.float32)))
    nodes = [node("Reshape", ["observation", "shape"], "flat"), node("MatMul", ["flat", "weights"], "scores")]
    inputs = [declared("observation", FLOAT, (None, *observation))]
    return model(nodes, inputs, [declared("scores", FLOAT, (None, scores))], tensors), weights
