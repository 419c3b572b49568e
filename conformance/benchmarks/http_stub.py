"""A server without rules: answers each request with the next line of a file, whatever it asks. Prints its port."""

import socket
import sys

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"


def main() -> None:
    with open(sys.argv[1], "rb") as file:  # noqa: PTH123 (nothing more is imported, so that it starts fast)
        answers = file.read().splitlines()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        print(listening.getsockname()[1], flush=True)
        while True:
            taken, _ = listening.accept()
            with taken:
                taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                serve(taken, answers)


def serve(taken: socket.socket, answers: list[bytes]) -> None:
    """Answer the requests of one connection, from the first answer on."""
    at = 0
    data = b""
    while True:
        end = data.find(b"\r\n\r\n") + 4
        if end > 3:
            length = data.lower().find(b"content-length:", 0, end) + 15
            whole = end + int(data[length : data.find(b"\r\n", length)])
        if end < 4 or len(data) < whole:
            chunk = taken.recv(1 << 16)
            if not chunk:
                return
            data += chunk
            continue
        lines = []
        for line in data[end:whole].splitlines():
            number = line.split(b":", 1)[1].split(b",", 1)[0]
            if b'"request":"bye"' in line:
                lines.append(b'{"id":' + number + b',"answer":"bye"}\n')
                continue
            lines.append(b'{"id":' + number + b"," + answers[at][1:] + b"\n")
            at = at + 1 if at + 1 < len(answers) else 1
        data = data[whole:]
        body = b"".join(lines)
        taken.sendall(HEAD % len(body) + body)


main()
