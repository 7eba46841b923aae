// Players in their earlier form, each with the address of its server.
import { describe, expect, it } from 'vitest';
import { inCurrentForm } from '../../../domain/studio/earlier-players.js';

const player = { protocol: 'casparcg', host: '10.0.0.1', channel: 1, layers: { full: 10 } };
const attached = (connection: string) => ({ connection, channel: 1, layers: { full: 10 } });

const studio = (...players: readonly unknown[]) => ({ outputs: players.map((one) => ({ id: 'out-1', player: one })) });

/** Returns the connections and the players of a studio in its current form. */
const current = (input: object) => {
  const { input: read } = inCurrentForm(input) as { readonly input: { connections?: unknown; outputs: object[] } };
  return [read.connections, read.outputs.map((output) => (output as { readonly player?: unknown }).player)];
};

describe('@STUDIO-FILE-4: a player with an address', () => {
  it('is attached to a connection, one for each address', () => {
    const [other, same] = [
      { ...player, port: 5_251 },
      { ...player, port: 5_250 },
    ];
    expect(
      current(studio(player, other, { ...player, host: 'PLAYOUT' }, same, { ...player, host: 'playout' })),
    ).toEqual([
      [
        { id: 'casparcg-10.0.0.1', protocol: 'casparcg', host: '10.0.0.1' },
        { id: 'casparcg-10.0.0.1-5251', protocol: 'casparcg', host: '10.0.0.1', port: 5_251 },
        { id: 'casparcg-playout', protocol: 'casparcg', host: 'playout' },
      ],
      ['10.0.0.1', '10.0.0.1-5251', 'playout', '10.0.0.1', 'playout'].map((id) => attached(`casparcg-${id}`)),
    ]);
  });

  it('is attached to the connection that the file has to its server', () => {
    const server = { id: 'main', protocol: 'casparcg', host: '10.0.0.1', port: 5_250 };
    expect(current({ connections: [server], ...studio(player) })).toEqual([[server], [attached('main')]]);
  });

  it.each([
    [{ id: 'Casparcg-10.0.0.1', protocol: 'vmix', host: '10.0.0.1' }, 'casparcg-10.0.0.1-2'],
    [{ id: 'casparcg-10.0.0.1', protocol: 'casparcg', host: '10.0.0.2' }, 'casparcg-10.0.0.1-2'],
    [{ protocol: 'casparcg', host: '10.0.0.1' }, 'casparcg-10.0.0.1'],
  ])('gets a connection with an id of its own beside %j', (taken, id) => {
    const added = { id, protocol: 'casparcg', host: '10.0.0.1' };
    expect(current({ connections: [taken], ...studio(player) })).toEqual([[taken, added], [attached(added.id)]]);
  });

  it.each([
    ['x'.repeat(253), /^casparcg-x{47}$/],
    ['a b\n', /^casparcg-a-b-$/],
    [{}, /^casparcg-object$/],
  ])('gets an id that a connection may have: %j', (host, id) => {
    expect(current(studio({ ...player, host }))).toMatchObject([[{ id: expect.stringMatching(id) as string }], {}]);
  });

  it('keeps its other fields, and others their players', () => {
    const others = [undefined, null, 'x', { connection: 'a', host: 'b' }, { channel: 1 }];
    const [, players] = current(studio({ ...player, colour: 'red' }, ...others));
    expect(players).toEqual([{ ...attached('casparcg-10.0.0.1'), colour: 'red' }, ...others]);
  });

  it('is left out where it is unknown which connections there are', () => {
    expect(current({ connections: 'x', ...studio(player, { connection: 'a' }) })).toEqual([
      'x',
      [undefined, { connection: 'a' }],
    ]);
  });

  it('is listed with its current form', () => {
    const connection = { id: 'casparcg-10.0.0.1', protocol: 'casparcg', host: '10.0.0.1' };
    expect(inCurrentForm(studio(undefined, player)).earlier).toEqual([
      { path: 'outputs[1].player', connection, player: attached(connection.id) },
    ]);
  });
});

describe('the issues of a player with an address', () => {
  it.each([
    ['connections[1].host', ['outputs[0].player.host', 'outputs[1].player.host']],
    ['connections[2]', ['outputs[2].player']],
    ['connections[0].host', ['connections[0].host']],
    ['outputs[0].player.channel', ['outputs[0].player.channel']],
    ['connections', ['connections']],
  ])('are where the file has what causes them: %s', (path, paths) => {
    const { inFile } = inCurrentForm({
      connections: [{ id: 'relays', protocol: 'modbus' }],
      ...studio(player, player, { ...player, host: 'b' }),
    });
    expect(inFile({ path, expected: 'a' })).toEqual(paths.map((one) => ({ path: one, expected: 'a' })));
  });

  it.each([
    [studio(player), []],
    [studio({ ...player, protocol: 'vmix' }), ['outputs[0].player.protocol']],
    [studio(player, { host: 'a' }), ['outputs[1].player.protocol']],
    [{}, []],
    ['x', []],
  ])('name another protocol: %j', (input, paths) => {
    const { issues, inFile } = inCurrentForm(input);
    expect(issues.map(({ path }) => path)).toEqual(paths);
    expect(inFile({ path: 'a', expected: 'b' })).toEqual([{ path: 'a', expected: 'b' }]);
  });
});
