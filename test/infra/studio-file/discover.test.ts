// What `discover` asks, and what it finds at a host whose equipment listens on default ports.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, it } from 'vitest';
import { SystemClock } from '../../../adapters/node/clock.js';
import { discoverStudio, parseTarget } from '../../../infra/studio-file/discover.js';
import { connectionFaces, facePorts } from '../../../infra/simulated/connection-faces.js';
import { readStudioText } from '../../../infra/studio-file/studio-file.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import type { WireFace } from '../../../simulator/wire-face.js';

const asked = (text: string) => {
  const target = parseTarget(text);
  if (target === undefined) return undefined;
  const { server, candidates } = target;
  const others = candidates.map(({ protocol, host, port }) => `${protocol} ${host} ${String(port)}`);
  return [...(server === undefined ? [] : [`casparcg ${server.host} ${String(server.port)}`]), ...others];
};

describe('@DISCOVER-5: an address', () => {
  it.each([
    ['studio:5251', ['casparcg studio 5251']],
    ['casparcg://[::1]', ['casparcg ::1 5250']],
    ['vmix://192.168.1.5', ['vmix 192.168.1.5 8099']],
    ['visca://192.168.1.5:1259', ['visca 192.168.1.5 1259']],
  ])('%s is one device', (text, expected) => {
    expect(asked(text)).toEqual(expected);
  });

  it('without a port is one of each protocol', () => {
    expect(asked('studio')).toEqual(
      expect.arrayContaining(['casparcg studio 5250', 'modbus studio 502', 'mqtt studio 1883', 'visca studio 52381']),
    );
  });

  it.each([
    'osc://studio',
    'nonsense://studio',
    'vmix://',
    'vmix://a:0',
    'vmix://a b',
    '://studio',
    'vmix:/studio',
    '',
  ])('is not "%s"', (text) => {
    expect(parseTarget(text)).toBeUndefined();
  });
});

describe('a host', () => {
  /** A loopback address that nothing else uses. */
  const host = '127.82.19.4';
  const devices = simulatedStudio(demoStudio, new SystemClock());
  const faces: WireFace[] = [];

  afterEach(async () => {
    for (const face of faces.splice(0)) await face.close();
    devices.stop();
  });

  it('@DISCOVER-5 @DISCOVER-8: has a connection for each device that answers on its default port', async () => {
    const attachments = { lines: new Map(), heads: new Map(), players: new Map(), selections: [] };
    for (const protocol of ['visca', 'vmix'] as const) {
      const face = connectionFaces[protocol]({ settings: {}, attachments, devices, now: Date.now });
      await face.listen(facePorts[protocol].standard ?? 0, host);
      faces.push(face);
    }
    const { lines, notes, exitCode } = await discoverStudio(host);
    const read = readStudioText(lines.join('\n'));
    expect(exitCode).toBe(0);
    expect(notes?.filter((note) => note.includes('templates'))).toEqual([
      'discover: vmix: studio-control templates vmix shows what can be attached',
    ]);
    expect(E.isRight(read) && read.right.connections).toEqual([
      { id: 'visca', protocol: 'visca', host },
      { id: 'vmix', protocol: 'vmix', host },
    ]);
  });

  it('@DISCOVER-5: without equipment is no studio file, but a reason for each protocol', async () => {
    const { lines, exitCode } = await discoverStudio(host);
    expect(exitCode).toBe(1);
    expect(lines).toHaveLength(asked(host)?.length ?? 0);
    expect(lines).toContainEqual(
      expect.stringMatching(/^discover: 127\.82\.19\.4 port 8099 \(vmix\) can not be asked/),
    );
  });
});
