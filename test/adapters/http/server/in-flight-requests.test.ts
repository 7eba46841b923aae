// Which requests count as in flight: until their response is complete, their connection is closed, or they are a stream.
import { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { inFlightRequests, type InFlightRequests } from '../../../../adapters/http/server/in-flight-requests.js';
import { MemoryConnection, settle } from '../memory-connection.js';

const ignore = (): void => undefined;

/** Adds a request that has arrived completely, or not. */
const add = (
  inFlight: InFlightRequests,
  connection = new MemoryConnection(),
  complete = true,
  begin: (isFirst: boolean) => void = ignore,
): ServerResponse => {
  const request = new IncomingMessage(connection.asSocket());
  request.complete = complete;
  const response = new ServerResponse(request);
  response.shouldKeepAlive = true;
  inFlight.add(response, begin);
  return response;
};

/** Waits for idleness so many times. Returns how many of them have ended. */
const waitForIdle = (inFlight: InFlightRequests, times = 1): (() => Promise<number>) => {
  let ended = 0;
  for (let time = 0; time < times; time += 1) void inFlight.whenIdle().then(() => (ended += 1));
  return async () => {
    await settle();
    return ended;
  };
};

describe('requests in flight', () => {
  it('are none at the beginning', async () => {
    expect(await waitForIdle(inFlightRequests())()).toBe(1);
  });

  it('are waited for by all, until the last response is complete', async () => {
    const inFlight = inFlightRequests();
    const [first, second] = [add(inFlight), add(inFlight)];
    const ended = waitForIdle(inFlight, 3);
    first.emit('close');
    expect(await ended()).toBe(0);
    second.emit('close');
    expect(await ended()).toBe(3);
  });

  it('do not include a stream, whose end changes nothing', async () => {
    const inFlight = inFlightRequests();
    const [stream, call] = [add(inFlight), add(inFlight)];
    inFlight.release(stream);
    inFlight.release(stream);
    stream.emit('close');
    const ended = waitForIdle(inFlight);
    expect(await ended()).toBe(0);
    call.emit('close');
    expect(await ended()).toBe(1);
  });

  it('end with their connection, also those that wait behind others', async () => {
    const inFlight = inFlightRequests();
    const connection = new MemoryConnection();
    add(inFlight, connection);
    add(inFlight, connection);
    const other = add(inFlight);
    const ended = waitForIdle(inFlight);
    connection.destroy();
    expect(await ended()).toBe(0);
    expect(inFlight.onConnection(connection.asSocket())).toEqual([]);
    other.emit('close');
    expect(await ended()).toBe(1);
  });
});

describe('the requests of a connection', () => {
  /** Adds two requests. Returns them, and which of them have begun. */
  const addTwo = () => {
    const [inFlight, connection] = [inFlightRequests(), new MemoryConnection()];
    const begun: unknown[] = [];
    const addOne = (number: number) => add(inFlight, connection, true, (isFirst) => void begun.push(number, isFirst));
    const first = addOne(1);
    addOne(2);
    return { inFlight, connection, begun, first };
  };

  it('begin one after the other', () => {
    const { begun, first } = addTwo();
    expect(begun).toEqual([1, true]);
    first.emit('close');
    expect(begun).toEqual([1, true, 2, false]);
  });

  it('begin too if the client is gone', async () => {
    const { begun, connection } = addTwo();
    connection.destroy();
    await settle();
    expect(begun).toEqual([1, true, 2, false]);
  });

  it('do not begin after a response that closes the connection, and are in flight no longer', async () => {
    const { inFlight, begun, first } = addTwo();
    const ended = waitForIdle(inFlight);
    first.shouldKeepAlive = false;
    first.emit('close');
    expect(begun).toEqual([1, true]);
    expect(await ended()).toBe(1);
  });

  it('are not read any further while more than 16 wait, even if reading is resumed, until half of them are answered', async () => {
    const [inFlight, connection] = [inFlightRequests(), new MemoryConnection()];
    connection.resume();
    const responses = Array.from({ length: 17 }, () => add(inFlight, connection));
    expect(connection.isPaused()).toBe(true);
    for (const response of responses.slice(0, 8)) response.emit('close');
    connection.resume();
    await settle();
    expect(connection.isPaused()).toBe(true);
    responses[8]?.emit('close');
    expect(connection.isPaused()).toBe(false);
  });
});

describe('a connection', () => {
  it('has its requests, the oldest first, until their responses are complete', () => {
    const inFlight = inFlightRequests();
    const connection = new MemoryConnection();
    const [first, second, third] = [1, 2, 3].map(() => add(inFlight, connection));
    expect(inFlight.onConnection(connection)).toEqual([first, second, third]);
    second?.emit('close');
    expect(inFlight.onConnection(connection)).toEqual([first, third]);
    expect(inFlight.onConnection(new MemoryConnection())).toEqual([]);
  });

  it.each([
    ['complete requests', [true, true], true],
    ['a complete request and one that is still arriving', [true, false], true],
    ['a request that is still arriving', [false], false],
    ['no request', [], false],
  ])('with %s is in use: %s', (_what, requests, isInUse) => {
    const inFlight = inFlightRequests();
    const connection = new MemoryConnection();
    for (const complete of requests) add(inFlight, connection, complete);
    expect(inFlight.isInUse(connection)).toBe(isInUse);
  });

  it('has an incomplete request until it has arrived, also after its answer', () => {
    const inFlight = inFlightRequests();
    const connection = new MemoryConnection();
    add(inFlight, connection).emit('close');
    expect(inFlight.incompleteOn(connection)).toBeUndefined();
    const arriving = add(inFlight, connection, false);
    arriving.emit('close');
    expect(inFlight.incompleteOn(connection)).toBe(arriving);
    arriving.req.complete = true;
    expect(inFlight.incompleteOn(connection)).toBeUndefined();
  });
});
