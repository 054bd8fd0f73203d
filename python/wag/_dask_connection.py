"""A connection to a Dask scheduler over which no pickle is loaded.

Whoever reaches a scheduler can send data to its clients, and Dask unpickles much of it: results, errors, warnings, types.
This connection reads messages with a decoder of its own. It returns only text, numbers, lists and dicts. Results are
`Payload`s, which nothing in Dask takes for a pickle."""

from __future__ import annotations

import struct

import distributed
import msgpack
from distributed.comm import registry
from distributed.comm.core import CommClosedError
from distributed.comm.tcp import TCP, TLS, TCPBackend, TCPConnector, TLSBackend, TLSConnector
from tornado.iostream import StreamClosedError

MESSAGE_BYTES_MAX = 1 << 30
"""The maximum length of a message."""
PREFIX = "wag-"
"""Addresses with this prefix are reached over this connection."""
STREAMED = {
    "stream-start", "key-in-memory", "task-erred", "lost-data", "cancelled-keys", "task-retried", "restart", "close",
    "stream-closed",
}  # fmt: skip
"""The messages that a scheduler may send unrequested. Others, such as those that print text or show warnings, are dropped."""


class Payload:
    """The bytes of a result as its worker has sent them. They are no `bytes`, so that Dask loads them in no case."""

    __slots__ = ("data",)

    def __init__(self, data: bytes = b""):
        self.data = data


def decode(frames: list) -> object:
    """Decodes a message."""

    def payload(offset) -> Payload:
        try:
            header = msgpack.loads(frames[offset], strict_map_key=False, raw=False)
            if any(header.get("compression") or ()):
                # An answer is compressed already, and what this would unpack to has no limit.
                return Payload()
            return Payload(b"".join(frames[offset + 1 : offset + 1 + header["num-sub-frames"]]))
        except (ValueError, TypeError, LookupError, AttributeError, msgpack.UnpackException):
            return Payload()

    def plain(found: dict):
        if "__Serialized__" in found:
            return payload(found["__Serialized__"])
        if "__Pickled__" in found:
            return None
        if "__Enum__" in found:
            return found.get("name")
        if "__Set__" in found:
            return found.get("as-list")
        return found

    message = msgpack.loads(
        frames[0], object_hook=plain, ext_hook=lambda *_: None, use_list=False, strict_map_key=False, raw=False
    )
    message = _without_bytes(message)
    if isinstance(message, tuple):
        streamed = (part for part in message if isinstance(part, dict) and part.get("op") in STREAMED)
        return [_with_text_of_error(part) for part in streamed]
    return _with_text_of_error(message) if isinstance(message, dict) else message


def _without_bytes(value):
    """Replaces bytes by None, because Dask unpickles many of them, and characters that a terminal would act on."""
    if isinstance(value, str):
        return value if value.isprintable() else "".join(one if one.isprintable() else " " for one in value)
    if isinstance(value, tuple):
        return tuple(_without_bytes(part) for part in value)
    if isinstance(value, dict):
        return {_without_bytes(name): _without_bytes(part) for name, part in value.items()}
    return None if isinstance(value, bytes) else value


def _with_text_of_error(message: dict) -> dict:
    if "exception" in message:
        text = message.get("exception_text")
        message["exception"] = text if isinstance(text, str) else "an error on the cluster"
        message["traceback"] = None
    return message


class _Reading:
    """Reads messages with `decode`."""

    async def read(self, deserializers=None):
        if self.stream is None:
            raise CommClosedError()
        try:
            return decode(await self._frames())
        except StreamClosedError as error:
            self.abort()
            raise CommClosedError(str(error)) from None
        except (ValueError, TypeError, LookupError, RecursionError, struct.error, msgpack.UnpackException):
            self.abort()
            raise CommClosedError("the scheduler has sent an invalid message") from None
        except BaseException:
            # Part of a message may be lost.
            self.abort()
            raise

    async def _frames(self) -> list:
        (length,) = struct.unpack("<Q", await self._bytes(8))
        message = await self._bytes(length)
        (count,) = struct.unpack_from("<Q", message)
        if count > length // 8:
            raise ValueError("too many frames")
        lengths = struct.unpack_from(f"<{count}Q", message, 8)
        start = 8 * (1 + count)
        # Large frames follow the block that contains the first ones.
        message += await self._bytes(max(start + sum(lengths) - length, 0))
        frames = []
        for each in lengths:
            frames.append(message[start : start + each])
            start += each
        return frames

    async def _bytes(self, count: int) -> bytes:
        if count > MESSAGE_BYTES_MAX:
            raise ValueError("too long")
        return await self.stream.read_bytes(count) if count else b""


class _TCP(_Reading, TCP):
    pass


class _TLS(_Reading, TLS):
    pass


class _TCPConnector(TCPConnector):
    comm_class = _TCP


class _TLSConnector(TLSConnector):
    comm_class = _TLS


class _TCPBackend(TCPBackend):
    def get_connector(self):
        return _TCPConnector()


class _TLSBackend(TLSBackend):
    def get_connector(self):
        return _TLSConnector()


def connect(address: str, security, timeout: float) -> distributed.Client:
    """Connects to the scheduler at this address. Raises `ValueError` if its protocol is not supported."""
    scheme = address.split("://")[0] if "://" in address else "tcp"
    if scheme == "inproc":
        # Scheduler and workers are in this process.
        return distributed.Client(address, timeout=timeout, set_as_default=False)
    if scheme not in ("tcp", "tls"):
        raise ValueError(f"the protocol {scheme} is not supported, only tcp and tls")
    registry.backends.setdefault(PREFIX + "tcp", _TCPBackend())
    registry.backends.setdefault(PREFIX + "tls", _TLSBackend())
    address = PREFIX + (address if "://" in address else f"tcp://{address}")
    return distributed.Client(
        address, security=security, timeout=timeout, set_as_default=False, direct_to_workers=False
    )
