package comparison.harness.profile;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a capture holds of TCP over Ethernet (also what Linux makes of loopback), by the side that sent it. The file has libpcap's format
 * (draft-ietf-opsawg-pcap), TCP's header is RFC 9293's. Only the headers need to be in it.
 *
 * @param packets of TCP
 * @param clients what they sent
 * @param server what it sent
 */
record Traffic(long packets, Side clients, Side server) {

    private static final int MICROS = 0xA1B2C3D4;
    private static final int NANOS = 0xA1B23C4D;
    private static final int FILE_HEADER = 24;
    private static final int PACKET_HEADER = 16;
    /** No link here has larger packets; a length above it is that of a damaged file. */
    private static final int LARGEST_PACKET = 1 << 18;

    private static final int ETHERNET = 1;
    private static final int ETHERNET_HEADER = 14;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int IPV6_HEADER = 40;
    private static final int TCP = 6;
    /** Up to and with the flags. */
    private static final int TCP_HEADER = 14;

    private static final int FIN = 0x01;
    private static final int SYN = 0x02;
    private static final int RST = 0x04;

    /**
     * One side.
     *
     * @param opens segments with SYN: connections that clients opened, or the server accepted
     * @param closes segments with FIN
     * @param resets segments with RST
     * @param repeats SYNs and segments with data that were sent before
     */
    record Side(long opens, long closes, long resets, long repeats) {}

    /**
     * Reads a capture. What is behind the last whole packet is left out: tcpdump may have been killed in it.
     *
     * @param ports of the server
     * @throws IOException if it cannot be read, or is no such file
     */
    static Traffic read(Path file, Set<Integer> ports) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            ByteBuffer header = ByteBuffer.wrap(in.readNBytes(FILE_HEADER));
            if (header.limit() < FILE_HEADER) {
                throw new IOException(file + " has no header of a capture");
            }
            ByteOrder order = order(header.getInt(0), file);
            int link = header.order(order).getInt(20) & 0x0FFFFFFF;
            if (link != ETHERNET) {
                throw new IOException("%s has link type %d, and only Ethernet (1) is read".formatted(file, link));
            }
            Counting counting = new Counting(ports);
            while (true) {
                ByteBuffer packet = packet(in, order, file);
                if (packet == null) {
                    return counting.counted();
                }
                counting.ethernet(packet);
            }
        }
    }

    private static ByteOrder order(int magic, Path file) throws IOException {
        if (magic == MICROS || magic == NANOS) {
            return ByteOrder.BIG_ENDIAN;
        }
        int reversed = Integer.reverseBytes(magic);
        if (reversed == MICROS || reversed == NANOS) {
            return ByteOrder.LITTLE_ENDIAN;
        }
        throw new IOException(file + " is no capture in libpcap's format");
    }

    /** Returns what was captured of the next packet, in network order, or null if no whole one follows. */
    private static @Nullable ByteBuffer packet(InputStream in, ByteOrder order, Path file) throws IOException {
        ByteBuffer header = ByteBuffer.wrap(in.readNBytes(PACKET_HEADER));
        if (header.limit() < PACKET_HEADER) {
            return null;
        }
        int captured = header.order(order).getInt(8);
        if (captured < 0 || captured > LARGEST_PACKET) {
            throw new IOException("%s has a packet of %d bytes".formatted(file, captured));
        }
        byte[] bytes = in.readNBytes(captured);
        return bytes.length < captured ? null : ByteBuffer.wrap(bytes);
    }

    private record Flow(int from, int to) {}

    /** Counts packet by packet. */
    private static final class Counting {

        private final Set<Integer> ports;
        private final long[] clients = new long[4];
        private final long[] server = new long[4];
        /** What each flow's next segment begins with, modulo 2^32. */
        private final Map<Flow, Integer> next = new HashMap<>();

        private long packets;

        Counting(Set<Integer> ports) {
            this.ports = ports;
        }

        Traffic counted() {
            return new Traffic(packets, side(clients), side(server));
        }

        private static Side side(long[] counts) {
            return new Side(counts[0], counts[1], counts[2], counts[3]);
        }

        void ethernet(ByteBuffer packet) {
            if (packet.limit() < ETHERNET_HEADER + IPV6_HEADER) {
                return;
            }
            int type = packet.getShort(12) & 0xFFFF;
            int ip = ETHERNET_HEADER;
            if (type == IPV4 && packet.get(ip + 9) == TCP) {
                int header = (packet.get(ip) & 0xF) * 4;
                tcp(packet, ip + header, (packet.getShort(ip + 2) & 0xFFFF) - header);
            } else if (type == IPV6 && packet.get(ip + 6) == TCP) {
                tcp(packet, ip + IPV6_HEADER, packet.getShort(ip + 4) & 0xFFFF);
            }
        }

        /** {@code bytes} of the segment on the wire, with its header. */
        private void tcp(ByteBuffer packet, int at, int bytes) {
            if (packet.limit() < at + TCP_HEADER) {
                return;
            }
            Flow flow = new Flow(packet.getShort(at) & 0xFFFF, packet.getShort(at + 2) & 0xFFFF);
            int sequence = packet.getInt(at + 4);
            int data = bytes - ((packet.get(at + 12) >> 4) & 0xF) * 4;
            int flags = packet.get(at + 13);
            long[] side = ports.contains(flow.from) ? server : clients;
            packets++;
            count(side, 0, flags & SYN);
            count(side, 1, flags & FIN);
            count(side, 2, flags & RST);
            count(side, 3, (flags & SYN) != 0 ? opened(flow, sequence) : sent(flow, sequence, data));
        }

        private static void count(long[] side, int what, int flag) {
            side[what] += flag == 0 ? 0 : 1;
        }

        /** A port may be used again in the same capture: its new connection begins somewhere else. */
        private int opened(Flow flow, int sequence) {
            Integer before = next.put(flow, sequence + 1);
            return before != null && before == sequence + 1 ? 1 : 0;
        }

        /** Differences of sequence numbers are taken modulo 2^32 (RFC 9293, 3.4). Loopback keeps the order of segments. */
        private int sent(Flow flow, int sequence, int data) {
            if (data <= 0) {
                return 0;
            }
            Integer expected = next.get(flow);
            if (expected != null && sequence - expected < 0) {
                return 1;
            }
            next.put(flow, sequence + data);
            return 0;
        }
    }
}
