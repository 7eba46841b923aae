// The simulated signal lines as devices behind a broker.
import * as E from 'fp-ts/lib/Either.js';
import type { SignalLines } from '../../application/ports/signal-lines.js';
import { reasons, type Publication } from './session.js';
import {
  deviceTopics,
  type DeviceMessage,
  type DeviceRequest,
  type DeviceTopics,
  type LineSettings,
} from './topics.js';

/** Publishes a message of a device. */
export type Publish = (publication: Publication) => void;

type SwitchRequest = Extract<DeviceRequest, { type: 'switch' }>;

/** The device behind the line of one signal. */
class BrokerDevice {
  readonly #topics: DeviceTopics;
  #wasOnline: boolean | undefined;
  /** Commands that the device hasn't answered. While there are any, it answers no question. */
  #unanswered = 0;

  constructor(
    private readonly signal: string,
    settings: LineSettings,
    private readonly lines: SignalLines,
    private readonly publish: Publish,
  ) {
    this.#topics = deviceTopics(settings);
  }

  /** Publishes what may have changed: that it is connected or not, or else its state. */
  report(): void {
    const isOnline = this.#isOnline;
    const isSame = isOnline === this.#wasOnline;
    this.#wasOnline = isOnline;
    if (!isSame) this.#send(this.#topics.availability(isOnline));
    else if (isOnline) this.#send(this.#topics.state(this.#isOn));
  }

  /** Answers a message; undefined if it isn't for this device. */
  handle(topic: string, payload: string): number | Promise<number> | undefined {
    const request = E.getOrElse<unknown, DeviceRequest | undefined>(() => undefined)(
      E.tryCatch(() => this.#topics.request(topic, payload), E.toError),
    );
    if (request?.type === 'switch') return this.#switch(request);
    if (request !== undefined && this.#isOnline && this.#unanswered === 0) this.#send(request.answer(this.#isOn));
    return request && reasons.success;
  }

  get #isOnline(): boolean {
    return this.lines.connected(this.signal);
  }

  get #isOn(): boolean {
    return this.lines.value(this.signal) === true;
  }

  #switch({ on, accepted, refused, isAnswered }: SwitchRequest): number | Promise<number> {
    if (!this.#isOnline) return reasons.success;
    const wasOn = this.#isOn;
    const sent = this.lines.send({ do: 'switch', signal: this.signal, on });
    if (E.isLeft(sent)) return reasons.success;
    this.#unanswered += 1;
    const answered = Promise.race([sent.right.accepted, sent.right.confirmed]).then((result) => {
      this.#unanswered -= 1;
      if (this.#isOnline) this.#send(E.isLeft(result) ? refused : accepted(wasOn));
      return E.isLeft(result) && refused.length === 0 ? reasons.implementationError : reasons.success;
    });
    return isAnswered ? reasons.success : answered;
  }

  #send(messages: readonly DeviceMessage[]): void {
    for (const { topic, payload, isPassing = false } of messages)
      this.publish({ topic, payload, isRetained: !isPassing });
  }
}

/** The devices behind a broker. */
export interface BrokerDevices {
  /** Answers a message; undefined if it is for no device. */
  readonly handle: (publication: Publication) => number | Promise<number> | undefined;
  readonly close: () => void;
}

/** Lets the simulated lines publish and answer as devices. */
export const brokerDevices = (
  settings: ReadonlyMap<string, unknown>,
  lines: SignalLines,
  publish: Publish,
): BrokerDevices => {
  const devices = new Map(
    [...settings].map(([signal, line]) => [signal, new BrokerDevice(signal, line as LineSettings, lines, publish)]),
  );
  for (const device of devices.values()) {
    device.report();
    device.report();
  }
  return {
    handle: ({ topic, payload }) => {
      for (const device of devices.values()) {
        const reason = device.handle(topic, payload);
        if (reason !== undefined) return reason;
      }
      return undefined;
    },
    close: lines.watch((signal) => devices.get(signal)?.report()),
  };
};
