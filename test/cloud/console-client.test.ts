// What the service's client reads from the console, however the network divides it.
import { describe, expect, it } from 'vitest';
import { consoleClient, type ConsoleEvent } from '../../adapters/cloud/console-client.js';

const signal = new AbortController().signal;

/** A client whose console answers with a text that arrives octet by octet. */
const clientOf = (text: string, type: string) =>
  consoleClient({
    url: 'http://127.0.0.1',
    studioId: 'studio-1',
    studioKey: () => 'key',
    fetch: () => {
      const octets = [...Buffer.from(text, 'utf8')].map((octet) => Uint8Array.of(octet));
      return Promise.resolve(new Response(ReadableStream.from(octets), { headers: { 'content-type': type } }));
    },
  });

const configuration = JSON.stringify({ name: 'Küche – Göteborg 📺' });

describe('letters that are divided between packets', () => {
  it('are read whole in a configuration', async () => {
    expect(await clientOf(configuration, 'application/json').fetchConfiguration(1, signal)).toBe(configuration);
  });

  it('are read whole in an event', async () => {
    const events: ConsoleEvent[] = [];
    const { follow } = clientOf(`event: configuration\ndata: ${configuration}\n\n`, 'text/event-stream');
    await follow(
      (event) => events.push(event),
      () => undefined,
      signal,
    );
    expect(events).toMatchObject([{ event: 'configuration', data: configuration }]);
  });
});
