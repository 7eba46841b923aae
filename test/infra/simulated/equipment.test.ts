// Which changes of a studio file replace the simulated equipment of a connection: those of what it serves, and no others.
import { describe, expect, it } from 'vitest';
import { plannedConnections } from '../../../infra/simulated/equipment.js';
import { readStudioLayout, type StudioLayout } from '../../../domain/studio/layout.js';
import { manualClock } from '../../../simulator/clock.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { rightOf } from '../../domain/fixtures.js';
import { equippedStudio } from '../../support/equipped-studio.js';

const before = rightOf(readStudioLayout(equippedStudio((index) => ({ host: '127.0.0.1', port: 20_000 + index }))));
/** CasparCG servers are no equipment that follows connections. */
const connections = (before.connections ?? []).filter(({ protocol }) => protocol !== 'casparcg');
const ids = connections.map(({ id }) => id);

const keysOf = (layout: StudioLayout): readonly string[] =>
  plannedConnections(simulatedStudio(layout, manualClock())).planned.map(({ key }) => key);

/** Returns the connections whose equipment another layout replaces. */
const replacedBy = (changes: Partial<StudioLayout>): readonly string[] => {
  const kept = new Set(keysOf({ ...before, ...changes }));
  return ids.filter((_, at) => !kept.has(keysOf(before)[at] ?? ''));
};

/** Returns the connections whose ids end so. */
const ending = (end: string): readonly string[] => ids.filter((id) => id.endsWith(end));

const [[signal, ...signals], [camera, ...cameras]] = [before.signals, before.cameras];

describe('the simulated equipment of connections', () => {
  it('is that of every connection', () => {
    expect(keysOf(before)).toHaveLength(connections.length);
  });

  it.each<[string, Partial<StudioLayout>, readonly string[]]>([
    ['the name of the studio', { name: 'Other' }, []],
    ['the clips', { banks: before.banks.map((bank) => ({ ...bank, clips: bank.clips.slice(1) })) }, ending('-player')],
    ['a signal that is removed', { signals }, [signal?.line?.connection ?? '']],
    ['a camera that is removed', { cameras }, [camera?.head?.connection ?? '']],
    ['outputs that are removed', { outputs: before.outputs.slice(0, 2) }, ending('-player')],
    [
      'another port',
      { connections: connections.map((one, at) => (at === 1 ? { ...one, port: 30_000 } : one)) },
      ids.slice(1, 2),
    ],
  ])('is replaced by another layout only where it serves something else: %s', (_what, changes, replaced) => {
    expect(replacedBy(changes)).toEqual(replaced);
  });

  it('is missing where the connection is encrypted, with a line that names it', () => {
    const encrypted = connections.map((one, at) => (at === 0 ? { ...one, tls: true } : one));
    const { planned, lines } = plannedConnections(
      simulatedStudio({ ...before, connections: encrypted }, manualClock()),
    );
    expect(planned).toHaveLength(connections.length - 1);
    expect(lines).toEqual([expect.stringContaining(`${ids[0] ?? ''} (`)]);
    expect(lines).toEqual([expect.stringContaining('no TLS')]);
  });
});
