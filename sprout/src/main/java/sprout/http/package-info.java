/**
 * The HTTP/1.1 message model, an incremental parser and an encoder (RFC 9110, RFC 9112).
 *
 * <p>Everything here is pure: no socket, no thread, no clock. Bytes come from the caller and go back to the caller, so
 * that every case can be tested with an array. Nothing of Sprout may be imported here.
 */
@NullMarked
package sprout.http;

import org.jspecify.annotations.NullMarked;
