/** What an application writes to declare WebSocket endpoints. */
@NullMarked
package sprout.messaging.annotation;

import org.jspecify.annotations.NullMarked;
