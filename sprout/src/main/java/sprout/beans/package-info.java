/**
 * The container: singletons wired by constructor, from definitions that an annotation processor wrote at build time.
 * May import only {@code sprout.config} and {@code sprout.aop} of Sprout; nothing here knows about HTTP or routes.
 */
@NullMarked
package sprout.beans;

import org.jspecify.annotations.NullMarked;
