package sprout.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import sprout.http.ResponseEncoder;
import sprout.http.ResponseHead;
import sprout.http.Upgrade;

/**
 * Frames a response as its protocol does, and puts it into the output. First comes the head, then the parts of the body
 * in order. Only the thread that handles the request may use it.
 */
interface ResponseSink {
    /** As the length of a body: {@link #end} marks its end. */
    long OPEN = ResponseEncoder.CHUNKED;
    /** As the length of a body: neither a body nor a length is sent. */
    long NONE = ResponseEncoder.UNFRAMED;

    /**
     * Puts the head into the output.
     *
     * @param length of the body in bytes, {@link #OPEN} or {@link #NONE}
     * @param returned whether the handler has returned; the rest of the request is then no longer needed
     */
    void head(ResponseHead head, long length, boolean returned);

    /** Puts the next part of the body into the output, not empty and smaller than 64 KiB. */
    void write(byte[] bytes, int length);

    /** Puts the whole body into the output. The array may be kept until it has been sent. */
    void body(byte[] bytes);

    /** Puts a part of a file into the output as the whole body. The file is closed once it has been sent or dropped. */
    void file(FileChannel file, long from, long length);

    /** Ends a body of {@link #OPEN} length. */
    void end();

    /** Answers 101. The protocol takes over once the output has been sent. */
    void upgrade(ResponseHead head, Upgrade next);

    /** Reports whether the thread may wait for the client, so that {@link #flush} may be called. */
    boolean mayWait();

    /**
     * Sends all output, and waits for the client where necessary.
     *
     * @throws IOException if the client left or is too slow
     */
    void flush() throws IOException;
}
