import TUF
