package comparison.harness.profile;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A capture that is made by hand: packets as tcpdump finds them on Linux's loopback interface. */
final class Packets {

    static final int FIN = 0x11;
    static final int SYN = 0x02;
    static final int SYN_ACK = 0x12;
    static final int RST = 0x04;
    static final int ACK = 0x10;

    private static final int PACKET_BYTES = 200;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ByteOrder order;

    private Packets(ByteOrder order) {
        this.order = order;
    }

    /** Begins a file of Ethernet packets, written on a machine of that byte order. */
    static Packets file(ByteOrder order, int magic) {
        return file(order, magic, 1);
    }

    static Packets file(ByteOrder order, int magic, int link) {
        Packets packets = new Packets(order);
        packets.bytes.writeBytes(ByteBuffer.allocate(24)
                .order(order)
                .putInt(magic)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(PACKET_BYTES)
                .putInt(link)
                .array());
        return packets;
    }

    /** Adds a segment over IPv4 with 12 bytes of options, of whose data only the beginning is captured. */
    Packets ipv4(int from, int to, int sequence, int flags, int data) {
        ByteBuffer packet = ByteBuffer.allocate(14 + 20 + 32 + data);
        packet.putShort(12, (short) 0x0800);
        packet.put(14, (byte) 0x45).putShort(16, (short) (20 + 32 + data)).put(23, (byte) 6);
        return tcp(packet, 34, from, to, sequence, flags);
    }

    /** Adds a segment over IPv6. */
    Packets ipv6(int from, int to, int sequence, int flags, int data) {
        ByteBuffer packet = ByteBuffer.allocate(14 + 40 + 32 + data);
        packet.putShort(12, (short) 0x86DD);
        packet.put(14, (byte) 0x60).putShort(18, (short) (32 + data)).put(20, (byte) 6);
        return tcp(packet, 54, from, to, sequence, flags);
    }

    /** Adds a datagram of UDP over IPv4. */
    Packets udp(int from, int to) {
        ByteBuffer packet = ByteBuffer.allocate(14 + 20 + 32);
        packet.putShort(12, (short) 0x0800);
        packet.put(14, (byte) 0x45).putShort(16, (short) 52).put(23, (byte) 17);
        return tcp(packet, 34, from, to, 0, SYN);
    }

    private Packets tcp(ByteBuffer packet, int at, int from, int to, int sequence, int flags) {
        packet.putShort(at, (short) from).putShort(at + 2, (short) to);
        packet.putInt(at + 4, sequence);
        packet.put(at + 12, (byte) 0x80).put(at + 13, (byte) flags);
        byte[] captured = new byte[Math.min(packet.capacity(), PACKET_BYTES)];
        packet.get(0, captured);
        bytes.writeBytes(ByteBuffer.allocate(16)
                .order(order)
                .putLong(0)
                .putInt(captured.length)
                .putInt(packet.capacity())
                .array());
        bytes.writeBytes(captured);
        return this;
    }

    byte[] made() {
        return bytes.toByteArray();
    }
}
