// A CasparCG server under the model. Its network carries AMCP; OSC reaches the driver directly.
import { advanceInFrames, passUntil } from '../../adapters/drivers/advance-clock.js';
import { casparcgBench, output, selections, type CasparcgBench } from '../../adapters/drivers/casparcg/bench.js';
import type { Effect, Equipment, Received, Shown } from './equipment.js';
import { tcpNetwork, type Network } from './network.js';
import { commandTo } from '../../support/commands.js';

const clips = { first: selections.headlines, second: selections.bed } as const;
const effects = ['first', 'second'] as const;

const layer = '1-10';

const mediaOf = (effect: Effect): string => {
  const { clip } = clips[effect];
  return 'media' in clip ? clip.media : clip.key;
};

const receivedBy = ({ log }: CasparcgBench): readonly Received[] =>
  log.entries().flatMap(({ command, outcome, fault }) => {
    const line = String(Reflect.get(command, 'line'));
    const effect = effects.find((one) => line.includes(` PLAY ${layer} "${mediaOf(one)}"`));
    const isEffective = outcome === 'executed' && fault !== 'ineffective';
    return effect === undefined ? [] : [{ effect, isEffective }];
  });

const shownBy = ({ server }: CasparcgBench): Shown => {
  const shown = server.visible(layer);
  if (shown.kind !== 'file' || shown.media.kind === 'undecodable') return 'neither';
  return effects.find((effect) => mediaOf(effect).startsWith(shown.media.name)) ?? 'neither';
};

/** A connection without a reply for 35 s is dropped, however many OSC datagrams arrive. In milliseconds. */
const endsWithinMs = 40_000;

/** From this time on, the exact times of reports don't matter, in milliseconds. */
const longMs = 1_000;

/** Connects a driver to a simulated server. */
export const casparcgEquipment = async (): Promise<Equipment> => {
  let network: Network | undefined;
  const bench = await casparcgBench({
    path: async (port) => {
      network = await tcpNetwork(port);
      return network.port;
    },
  });
  if (network === undefined) throw new Error('the bench has opened no network');
  const { close } = network;
  const { players, server, clock } = bench;
  const keyShown = () => players.state(output).scenes[0]?.run?.clip.key;
  return {
    send: (effect) => players.send(commandTo.play(output, 'left', clips[effect])),
    connected: () => players.state(output).connected,
    reported: () => effects.find((effect) => clips[effect].clip.key === keyShown()) ?? 'neither',
    actual: () => shownBy(bench),
    received: () => receivedBy(bench),
    reset: () => {
      server.execute('CLEAR 1');
    },
    setFault: (fault) => {
      server.setFault(fault);
    },
    network,
    pass: (ms) => (ms < longMs ? bench.pass(ms) : advanceInFrames(clock, ms)),
    passUntil: (_what, holds) => passUntil(clock, holds),
    endsWithinMs,
    close: async () => {
      bench.close();
      await close();
    },
  };
};
