// Logs when a connection is lost, why, and when it is back. What a device does as often as it likes is logged a few times.
import { visible } from '../../domain/codec/codec.js';
import { steadyMs } from '../ports/clock.js';
import type { ConnectionDeps } from './connection-driver.js';

/** The longest text of a device in the log and in messages, in characters. */
const maxTextLength = 200;

/** The most losses, or reasons of one, that are logged at once, and the most reasons that are remembered. */
const burst = 10;
const maxReasons = 100;

/** The time after which another one is logged, in milliseconds. */
const everyMs = 60_000;

/** Returns the beginning of a text that may be a device's, in which every character shows. */
export const shortened = (text: string): string => {
  const shown = visible(text.slice(0, maxTextLength));
  return text.length > maxTextLength ? `${shown}…` : shown;
};

/** Where a device is, as log entries show it: its address, or a chip of the machine. */
type LoggedAddress = { readonly host: string; readonly port: number } | { readonly chip: string };

const fieldsOf = (address: LoggedAddress) =>
  'chip' in address ? { chip: address.chip } : { host: address.host, port: address.port };

/** The log of one connection. */
export class ConnectionLog {
  /** Whether the log says that it is lost. */
  #isLogged = false;
  /** The reasons that were logged since the connection was lost. */
  readonly #reasons = new Set<string>();
  #left = burst;
  #refilledAtMs: number;
  #omitted = 0;

  constructor(
    private readonly deps: Pick<ConnectionDeps, 'id' | 'log' | 'clock' | 'failed'>,
    private readonly address: LoggedAddress,
  ) {
    this.#refilledAtMs = steadyMs(deps.clock);
  }

  /** Notes that the connection is lost, or can't be opened. Each reason is logged once until it is back. */
  lost(reason: string | undefined): void {
    const shown = reason === undefined ? undefined : shortened(reason);
    this.deps.failed?.(shown ?? 'the connection is lost');
    if (this.#reasons.has(shown ?? '')) return;
    if (!this.#mayLog()) {
      this.#omitted += 1;
      return;
    }
    if (this.#reasons.size >= maxReasons) this.#reasons.clear();
    this.#reasons.add(shown ?? '');
    this.#isLogged = true;
    const omitted = this.#omitted === 0 ? {} : { omitted: this.#omitted };
    this.#omitted = 0;
    this.deps.log.warn('a connection is lost', {
      connection: this.deps.id,
      ...fieldsOf(this.address),
      reason: shown,
      ...omitted,
    });
  }

  /** Notes that the device answers, and refuses what it is asked. */
  refused(reason: string): void {
    if (!this.#mayLog()) {
      this.#omitted += 1;
      return;
    }
    const fields = { connection: this.deps.id, ...fieldsOf(this.address), reason: shortened(reason) };
    this.deps.log.warn('a device refuses what it is asked', fields);
  }

  /** Notes that the device has said something of its protocol. */
  back(): void {
    this.deps.failed?.(null);
    if (this.#isLogged) this.deps.log.info('a connection is back', { connection: this.deps.id });
    this.#isLogged = false;
    this.#reasons.clear();
  }

  #mayLog(): boolean {
    const nowMs = steadyMs(this.deps.clock);
    const refills = Math.max(0, Math.floor((nowMs - this.#refilledAtMs) / everyMs));
    this.#refilledAtMs += refills * everyMs;
    this.#left = Math.min(burst, this.#left + refills);
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}
