"""Try the commands on fresh Debian systems, and print a table of what was seen: tools/machines.sh [SYSTEM ...]"""

if __name__ == "__main__":
    print(__doc__)
