package sprout.http;

import java.net.Inet6Address;
import java.nio.charset.StandardCharsets;

/** Checks a Host header or the authority of a target: a host with an optional port (RFC 9110 section 7.2). */
final class HostSyntax {
    private HostSyntax() {}

    /**
     * Whether the bytes are {@code host} or {@code host:port}. An empty host is refused, because an http URI cannot
     * have one (RFC 9110 section 4.2.1).
     */
    static boolean isValid(byte[] bytes, int from, int to) {
        int end = from < to && bytes[from] == '[' ? endOfLiteral(bytes, from, to) : endOfName(bytes, from, to);
        return end > from && (end == to || (bytes[end] == ':' && isDigits(bytes, end + 1, to)));
    }

    /** The end of a reg-name of RFC 3986, whose syntax includes IPv4 addresses. */
    private static int endOfName(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (isNameCharacter(bytes[at])) {
                at++;
            } else if (isEscape(bytes, at, to)) {
                at += 3;
            } else {
                return at;
            }
        }
        return at;
    }

    private static boolean isNameCharacter(int b) {
        return isDigit(b) || isLetter(Ascii.lower(b)) || "-._~!$&'()*+,;=".indexOf(b) >= 0;
    }

    private static boolean isEscape(byte[] bytes, int at, int to) {
        return bytes[at] == '%'
                && at + 2 < to
                && Ascii.hexDigit(bytes[at + 1]) >= 0
                && Ascii.hexDigit(bytes[at + 2]) >= 0;
    }

    private static boolean isDigit(int b) {
        return b >= '0' && b <= '9';
    }

    private static boolean isLetter(int lower) {
        return lower >= 'a' && lower <= 'z';
    }

    /**
     * The end of an IPv6 address in brackets; {@code from} if it is invalid. Addresses of later versions (RFC 3986
     * section 3.2.2) do not exist yet.
     */
    private static int endOfLiteral(byte[] bytes, int from, int to) {
        int at = from + 1;
        while (at < to && (bytes[at] == ':' || bytes[at] == '.' || Ascii.hexDigit(bytes[at]) >= 0)) {
            at++;
        }
        boolean closed = at < to && bytes[at] == ']';
        return closed && isAddress(new String(bytes, from + 1, at - from - 1, StandardCharsets.US_ASCII))
                ? at + 1
                : from;
    }

    private static boolean isAddress(String literal) {
        try {
            Inet6Address.ofLiteral(literal);
            return hasShortGroups(literal);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Whether a valid address has at most four digits between colons, and no leading zero before or behind a dot:
     * {@code ofLiteral} ignores zeros that RFC 3986 section 3.2.2 forbids.
     */
    private static boolean hasShortGroups(String literal) {
        int from = 0;
        for (int at = 0; at <= literal.length(); at++) {
            if (at == literal.length() || literal.charAt(at) == ':' || literal.charAt(at) == '.') {
                boolean octet = literal.startsWith(".", at) || (from > 0 && literal.charAt(from - 1) == '.');
                if (at - from > 4 || (octet && at - from > 1 && literal.charAt(from) == '0')) {
                    return false;
                }
                from = at + 1;
            }
        }
        return true;
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
