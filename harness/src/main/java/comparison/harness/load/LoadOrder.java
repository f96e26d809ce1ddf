package comparison.harness.load;

/**
 * What JMeter shall send.
 *
 * @param threads client threads
 * @param loops of each thread, four samples each
 */
public record LoadOrder(int threads, int loops) {}
