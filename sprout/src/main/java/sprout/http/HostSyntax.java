package sprout.http;

/** What may stand in a Host header or in the authority of a target: a host and perhaps a port (RFC 9110 section 7.2). */
final class HostSyntax {
    private HostSyntax() {}

    /** An empty host is refused, because an http URI cannot have one (RFC 9110 section 4.2.1). */
    static boolean isValid(byte[] bytes, int from, int to) {
        int end = from < to && bytes[from] == '[' ? endOfLiteral(bytes, from, to) : endOfName(bytes, from, to);
        return end > from && (end == to || (bytes[end] == ':' && isDigits(bytes, end + 1, to)));
    }

    private static int endOfName(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && isNameCharacter(bytes[at])) {
            at++;
        }
        return at;
    }

    /** The characters of RFC 3986's reg-name; the percent sign of an escape counts as one of them. */
    private static boolean isNameCharacter(int b) {
        return isDigit(b) || isLetter(Ascii.lower(b)) || "-._~%!$&'()*+,;=".indexOf(b) >= 0;
    }

    private static boolean isDigit(int b) {
        return b >= '0' && b <= '9';
    }

    private static boolean isLetter(int lower) {
        return lower >= 'a' && lower <= 'z';
    }

    /** An IPv6 address, of which only the characters and the two colons that each has are checked. */
    private static int endOfLiteral(byte[] bytes, int from, int to) {
        int colons = 0;
        for (int at = from + 1; at < to; at++) {
            if (bytes[at] == ']') {
                return colons >= 2 ? at + 1 : from;
            }
            if (bytes[at] == ':') {
                colons++;
            } else if (bytes[at] != '.' && Ascii.hexDigit(bytes[at]) < 0) {
                return from;
            }
        }
        return from;
    }

    private static boolean isDigits(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (!isDigit(bytes[at])) {
                return false;
            }
        }
        return to - from <= 5;
    }
}
