package sprout.server;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A client of TLS 1.3 (RFC 8446) that decides what is in each record, which the JDK's client does not let tests do. It
 * verifies nothing.
 */
final class Tls13Client implements AutoCloseable {
    static final int HANDSHAKE = 22;
    static final int CONTENT = 23;

    static final int KEY_UPDATE = 24;
    private static final int FINISHED = 20;
    private static final int HASH = 32;
    private static final int TAG = 16;
    private static final byte[] NONE = {};

    /** How the encodings of all X25519 keys begin (RFC 8410). */
    private static final byte[] KEY_HEADER = HexFormat.of().parseHex("302a300506032b656e032100");

    private final Socket socket;
    private final DataInputStream in;
    private final byte[] finished;
    private final Keys sendingAfterFinished;
    private Keys sending;
    private Keys receiving;

    /** Connects, and performs the handshake up to the own last message, which {@link #finish} sends. */
    Tls13Client(int port) throws IOException, GeneralSecurityException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        in = new DataInputStream(socket.getInputStream());
        KeyPair own = KeyPairGenerator.getInstance("X25519").generateKeyPair();
        byte[] hello = hello(own.getPublic().getEncoded());
        ByteArrayOutputStream transcript = new ByteArrayOutputStream();
        transcript.writeBytes(hello);
        write(HANDSHAKE, hello);
        byte[] answer = record();
        transcript.write(answer, 5, answer.length - 5);
        byte[] early = hmac(new byte[HASH], new byte[HASH]);
        byte[] shaking = hmac(secret(early, "derived", NONE), shared(own, answer));
        byte[] clientSecret = secret(shaking, "c hs traffic", transcript.toByteArray());
        receiving = new Keys(secret(shaking, "s hs traffic", transcript.toByteArray()));
        while (!finishes(transcript.toByteArray(), hello.length + answer.length - 5)) {
            byte[] record = record();
            if (record[0] == CONTENT) {
                byte[] plain = receiving.opened(record);
                transcript.write(plain, 0, plain.length - 1);
            }
        }
        byte[] main = hmac(secret(shaking, "derived", NONE), new byte[HASH]);
        receiving = new Keys(secret(main, "s ap traffic", transcript.toByteArray()));
        sendingAfterFinished = new Keys(secret(main, "c ap traffic", transcript.toByteArray()));
        byte[] proof = hmac(expanded(clientSecret, "finished", NONE, HASH), digest(transcript.toByteArray()));
        finished = message(FINISHED, proof);
        sending = new Keys(clientSecret);
    }

    /** Sends the last message of the handshake in records that hold the given number of its bytes. */
    Tls13Client finish(int piece) throws IOException, GeneralSecurityException {
        for (int i = 0; i < finished.length; i += piece) {
            send(HANDSHAKE, Arrays.copyOfRange(finished, i, Math.min(finished.length, i + piece)));
        }
        sending = sendingAfterFinished;
        return this;
    }

    /** Sends a record. */
    void send(int type, byte[] content) throws IOException, GeneralSecurityException {
        byte[] plain = Arrays.copyOf(content, content.length + 1);
        plain[content.length] = (byte) type;
        write(CONTENT, sending.sealed(plain));
    }

    void send(String content) throws IOException, GeneralSecurityException {
        send(CONTENT, content.getBytes(StandardCharsets.US_ASCII));
    }

    /** Sends a record of so many KeyUpdates, each of which asks for an answer if {@code asks}. */
    void updateKeys(int times, boolean asks) throws IOException, GeneralSecurityException {
        ByteBuffer updates = ByteBuffer.allocate(5 * times);
        for (int i = 0; i < times; i++) {
            updates.put(message(KEY_UPDATE, new byte[] {(byte) (asks ? 1 : 0)}));
        }
        send(HANDSHAKE, updates.array());
        for (int i = 0; i < times; i++) {
            sending = sending.updated();
        }
    }

    /** Reads the next content that the server sends; null at the end, which a reset is too. */
    @Nullable
    String content() throws GeneralSecurityException, IOException {
        try {
            byte[] plain = received();
            while (plain[plain.length - 1] != CONTENT) {
                plain = received();
            }
            return new String(plain, 0, plain.length - 1, StandardCharsets.US_ASCII);
        } catch (EOFException | SocketException e) {
            return null;
        }
    }

    /** Reads until the server has sent so many KeyUpdates. */
    void awaitKeyUpdates(int times) throws IOException, GeneralSecurityException {
        for (int left = times; left > 0; ) {
            byte[] plain = received();
            if (isKeyUpdate(plain)) {
                left--;
            }
        }
    }

    /** Returns the content of the next record and its type. */
    private byte[] received() throws IOException, GeneralSecurityException {
        byte[] plain = receiving.opened(record());
        if (isKeyUpdate(plain)) {
            receiving = receiving.updated();
        }
        return plain;
    }

    private static boolean isKeyUpdate(byte[] plain) {
        return plain[plain.length - 1] == HANDSHAKE && plain[0] == KEY_UPDATE;
    }

    private byte[] record() throws IOException {
        byte[] header = new byte[5];
        in.readFully(header);
        byte[] record = Arrays.copyOf(header, 5 + (ByteBuffer.wrap(header).getShort(3) & 0xffff));
        in.readFully(record, 5, record.length - 5);
        return record;
    }

    private void write(int type, byte[] content) throws IOException {
        socket.getOutputStream().write(record(type, content));
    }

    /** Sends a record in two parts. */
    void sendSlowly(String content, Callable<?> between) throws Exception {
        byte[] plain = (content + (char) CONTENT).getBytes(StandardCharsets.US_ASCII);
        byte[] record = record(CONTENT, sending.sealed(plain));
        socket.getOutputStream().write(record, 0, record.length / 2);
        between.call();
        socket.getOutputStream().write(record, record.length / 2, record.length - record.length / 2);
    }

    private static byte[] record(int type, byte[] content) {
        return ByteBuffer.allocate(5 + content.length)
                .put((byte) type)
                .putShort((short) 0x0303)
                .putShort((short) content.length)
                .put(content)
                .array();
    }

    private static byte[] message(int type, byte[] body) {
        return ByteBuffer.allocate(4 + body.length)
                .putInt(type << 24 | body.length)
                .put(body)
                .array();
    }

    /** Offers TLS_AES_128_GCM_SHA256 and X25519 only, and the signatures that the JDK's keys of EC make. */
    private static byte[] hello(byte[] key) {
        String extensions = "002b 0003 02 0304" // supported_versions
                + "000a 0004 0002 001d" // supported_groups
                + "000d 0008 0006 0403 0503 0603" // signature_algorithms
                + "0033 0026 0024 001d 0020"; // key_share
        byte[] fixed = HexFormat.of().parseHex(extensions.replace(" ", ""));
        byte[] body = ByteBuffer.allocate(2 + 32 + 1 + 4 + 2 + 2 + fixed.length + 32)
                .putShort((short) 0x0303)
                .put(new byte[32]) // random
                .put((byte) 0) // no session
                .putInt(0x0002_1301)
                .putShort((short) 0x0100) // no compression
                .putShort((short) (fixed.length + 32))
                .put(fixed)
                .put(key, KEY_HEADER.length, 32)
                .array();
        return message(1, body);
    }

    /** Computes the secret from the key_share of the server's hello, which has no session and so begins like the own. */
    private static byte[] shared(KeyPair own, byte[] answer) throws GeneralSecurityException {
        int at = 5 + 4 + 2 + 32 + 1 + 2 + 1 + 2;
        while (answer[at + 1] != 0x33) {
            at += 4 + answer[at + 3];
        }
        byte[] key = Arrays.copyOf(KEY_HEADER, KEY_HEADER.length + 32);
        System.arraycopy(answer, at + 8, key, KEY_HEADER.length, 32);
        KeyAgreement agreement = KeyAgreement.getInstance("X25519");
        agreement.init(own.getPrivate());
        agreement.doPhase(KeyFactory.getInstance("X25519").generatePublic(new X509EncodedKeySpec(key)), true);
        return agreement.generateSecret();
    }

    private static boolean finishes(byte[] messages, int from) {
        for (int at = from; at + 4 <= messages.length; ) {
            int header = ByteBuffer.wrap(messages).getInt(at);
            at += 4 + (header & 0xffffff);
            if (header >>> 24 == FINISHED) {
                return at <= messages.length;
            }
        }
        return false;
    }

    private static byte[] secret(byte[] from, String label, byte[] messages) throws GeneralSecurityException {
        return expanded(from, label, digest(messages), HASH);
    }

    /** HKDF-Expand-Label of RFC 8446 section 7.1, for at most one hash. */
    private static byte[] expanded(byte[] secret, String label, byte[] context, int length)
            throws GeneralSecurityException {
        byte[] name = ("tls13 " + label).getBytes(StandardCharsets.US_ASCII);
        byte[] info = ByteBuffer.allocate(5 + name.length + context.length)
                .putShort((short) length)
                .put((byte) name.length)
                .put(name)
                .put((byte) context.length)
                .put(context)
                .put((byte) 1)
                .array();
        return Arrays.copyOf(hmac(secret, info), length);
    }

    private static byte[] digest(byte[] messages) throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256").digest(messages);
    }

    private static byte[] hmac(byte[] key, byte[] data) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(data);
    }

    /** Encrypts or decrypts the records of one direction under one secret. */
    private static final class Keys {
        private final byte[] secret;
        private final SecretKeySpec key;
        private final byte[] iv;
        private long records;

        Keys(byte[] secret) throws GeneralSecurityException {
            this.secret = secret;
            key = new SecretKeySpec(expanded(secret, "key", NONE, 16), "AES");
            iv = expanded(secret, "iv", NONE, 12);
        }

        Keys updated() throws GeneralSecurityException {
            return new Keys(expanded(secret, "traffic upd", NONE, HASH));
        }

        byte[] sealed(byte[] plain) throws GeneralSecurityException {
            byte[] header = {CONTENT, 3, 3, (byte) ((plain.length + TAG) >> 8), (byte) (plain.length + TAG)};
            return cipher(Cipher.ENCRYPT_MODE, header).doFinal(plain);
        }

        /** Returns the content of a record and its type, without padding. */
        byte[] opened(byte[] record) throws GeneralSecurityException {
            byte[] plain = cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(record, 5)).doFinal(record, 5, record.length - 5);
            int end = plain.length - 1;
            while (plain[end] == 0) {
                end--;
            }
            return Arrays.copyOf(plain, end + 1);
        }

        private Cipher cipher(int mode, byte[] header) throws GeneralSecurityException {
            ByteBuffer nonce = ByteBuffer.wrap(iv.clone());
            nonce.putLong(4, nonce.getLong(4) ^ records++);
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG * 8, nonce.array()));
            cipher.updateAAD(header);
            return cipher;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
