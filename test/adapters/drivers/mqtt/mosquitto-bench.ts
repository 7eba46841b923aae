// The MQTT driver with a real Mosquitto and simulated devices that are its clients, in real time.
import { setTimeout as delay } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { SystemClock } from '../../../../adapters/node/clock.js';
import { unconnectedDrivers } from '../../../../adapters/unconnected/devices.js';
import { attachedDevices } from '../../../../application/connections/attached-devices.js';
import { attachmentsTo } from '../../../../application/connections/attachments.js';
import type { Log } from '../../../../application/ports/log.js';
import type { SignalLines } from '../../../../application/ports/signal-lines.js';
import { currentLayout } from '../../../../application/state/current-layout.js';
import { silent } from '../../../../features/support/silent-log.js';
import { connectionDrivers } from '../../../../infra/service/connection-drivers.js';
import { readSecretFile } from '../../../../infra/settings/secret-files.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import type { InjectedFault } from '../../../../simulator/fault.js';
import { brokerDevices } from '../../../../simulator/mqtt/devices.js';
import { simulatedStudio } from '../../../../simulator/studio.js';
import { eventually } from '../../../support/eventually.js';
import type { SignalLinesBench } from '../../../contracts/signal-lines.js';
import { connectionId, layoutWith, type BenchOptions } from '../bench.js';

/** Longest time until a healthy device has confirmed a command, in milliseconds. */
const promptMs = 250;

/** The driver behind a broker. */
export interface DrivenLines {
  readonly lines: SignalLines;
  readonly untilConnected: (signal: string, connected?: boolean) => Promise<void>;
  readonly close: () => void;
}

/** Opens the driver of lines behind a broker. */
export const drivenLines = (port: number, options: BenchOptions, log: Log = silent): DrivenLines => {
  const current = currentLayout(layoutWith('mqtt', { host: '127.0.0.1', port }, options));
  const deps = { clock: new SystemClock(), log, readSecret: readSecretFile, table: connectionDrivers };
  const { drivers, close } = attachedDevices(current, unconnectedDrivers(current), deps);
  return {
    lines: drivers.signalLines,
    untilConnected: (signal, connected = true) =>
      eventually(
        `${signal} is ${connected ? '' : 'not '}connected`,
        () => drivers.signalLines.connected(signal) === connected,
      ),
    close,
  };
};

/** Simulated devices at a broker. */
export interface DevicesAtBroker {
  readonly setFault: (fault: InjectedFault | null) => void;
  readonly commands: () => readonly object[];
  readonly close: () => Promise<void>;
}

/** Connects simulated devices to a broker. */
export const devicesAtBroker = async (port: number, options: BenchOptions): Promise<DevicesAtBroker> => {
  const studio = simulatedStudio(demoStudio, new SystemClock());
  const client = await connectAsync({ host: '127.0.0.1', port, reconnectPeriod: 0 });
  const attached = attachmentsTo(layoutWith('mqtt', {}, options), connectionId).lines;
  await client.subscribeAsync('#', { qos: 1 });
  const devices = brokerDevices(attached, studio.signalLines, ({ topic, payload, isRetained }) => {
    client.publish(topic, payload, { qos: 1, retain: isRetained });
  });
  client.on('message', (topic, payload) => {
    void devices.handle({ topic, payload: payload.toString(), isRetained: false });
  });
  return {
    setFault: (fault) => {
      for (const signal of attached.keys()) studio.setFault(signal, fault);
    },
    commands: studio.commands,
    close: async () => {
      devices.close();
      studio.stop();
      await client.endAsync(true);
    },
  };
};

/** Returns the bench of the contract suite. */
export const mosquittoBench = async (
  port: number,
  options: BenchOptions,
): Promise<{ readonly bench: SignalLinesBench; readonly close: () => Promise<void> }> => {
  const devices = await devicesAtBroker(port, options);
  const { lines, untilConnected, close } = drivenLines(port, options);
  const signals = ['sig-1', 'sig-2'] as const;
  const allConnected = async (connected: boolean): Promise<void> => {
    for (const signal of signals) await untilConnected(signal, connected);
  };
  await allConnected(true);
  await eventually('the values are known', () => signals.every((signal) => lines.value(signal) !== null));
  const setFault = (fault: InjectedFault | null) => {
    devices.setFault(fault);
    return allConnected(fault?.type !== 'offline');
  };
  return {
    bench: {
      lines,
      signals,
      pass: (ms) => delay(ms),
      promptMs,
      refuse: () => setFault({ type: 'refused' }),
      disconnect: () => setFault({ type: 'offline' }),
      freeze: () => setFault({ type: 'frozen' }),
      heal: () => setFault(null),
    },
    close: async () => {
      close();
      await devices.close();
    },
  };
};
