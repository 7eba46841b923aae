// In which order requests begin: of the host and of known addresses at once, of others few in one turn, and one of a connection.
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { textReply } from '../../../../adapters/http/server/reply.js';
import { othersPerTurn, othersWhileAccepting, requestTurns } from '../../../../adapters/http/server/turns.js';
import { MemoryConnection, serverOf, settle } from '../memory-connection.js';
import { rawRequest } from '../raw-client.js';

const stranger = { key: 'stranger', isPreferred: false };
const panel = { key: 'panel', isPreferred: false };
const host = { key: 'host', isPreferred: true };

/** Turns, and the names of the requests that have begun. */
const bench = () => {
  const begun: string[] = [];
  const begin = (name: string) => () => void begun.push(name);
  return { turns: requestTurns(), begun, begin };
};

describe('in one turn', () => {
  it.each([
    ['of a stranger', stranger, othersPerTurn],
    ['of the host', host, 3 * othersPerTurn],
  ])('of many requests %s some begin', async (_who, sender, inFirstTurn) => {
    const { turns, begun, begin } = bench();
    for (let at = 0; at < 3 * othersPerTurn; at += 1) turns.arrive(sender, begin('request'));
    expect(begun).toHaveLength(inFirstTurn);
    await settle();
    expect(begun).toHaveLength(3 * othersPerTurn);
  });

  it('@CONN-6: the host begins although strangers wait', () => {
    const { turns, begun, begin } = bench();
    for (let at = 0; at < 2 * othersPerTurn; at += 1) turns.arrive(stranger, begin('stranger'));
    turns.arrive(host, begin('host'));
    expect(begun).toEqual([...Array<string>(othersPerTurn).fill('stranger'), 'host']);
  });

  it('each address has its turn before one of them has the next', async () => {
    const { turns, begun, begin } = bench();
    for (let at = 0; at < 3 * othersPerTurn; at += 1) turns.arrive(stranger, begin('stranger'));
    turns.arrive(panel, begin('panel'));
    await turn();
    expect(begun.indexOf('panel')).toBe(othersPerTurn + 1);
  });

  it('that accepts a connection, few of those who wait begin', async () => {
    const { turns, begun, begin } = bench();
    for (let at = 0; at < 2 * othersPerTurn; at += 1) turns.arrive(stranger, begin('stranger'));
    turns.accept();
    await turn();
    expect(begun).toHaveLength(othersPerTurn + othersWhileAccepting);
    await settle();
    expect(begun).toHaveLength(2 * othersPerTurn);
  });
});

it.each(['192.0.2.1', '127.0.0.1'])(
  '@CONN-6: between two pipelined requests of a connection from %s, another connection is answered',
  async (address) => {
    const paths: string[] = [];
    const server = serverOf(({ path }) => {
      paths.push(path);
      return textReply(200, path);
    });
    const [pipelining, other] = [new MemoryConnection(address), new MemoryConnection('192.0.2.2')];
    for (const connection of [pipelining, other]) server.node.emit('connection', connection);
    pipelining.send(rawRequest('GET', '/1') + rawRequest('GET', '/2') + rawRequest('GET', '/3'));
    other.send(rawRequest('GET', '/other'));
    await settle();
    expect(paths).toEqual(['/1', '/other', '/2', '/3']);
    expect(pipelining.written.match(/\/\d(?!\.)/g)).toEqual(['/1', '/2', '/3']);
  },
);
