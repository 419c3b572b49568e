"""An adapter without rules: answers each request with the next line of a file, whatever it asks."""

import sys


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123 (nothing more is imported, so that it starts fast)
        answers = file.read().splitlines()
    at = 0
    write, flush = sys.stdout.write, sys.stdout.flush
    for line in sys.stdin:
        if '"request":"bye"' in line:
            write('{"id":' + line.split(":", 1)[1].split(",", 1)[0] + ',"answer":"bye"}\n')
            flush()
            return
        number = line.split(":", 1)[1].split(",", 1)[0]
        write('{"id":' + number + "," + answers[at][1:] + "\n")
        flush()
        at = at + 1 if at + 1 < len(answers) else 1


main()
