// The fault of one simulated device: what it does to commands, replies and reports.
import { faultAfterCommand, type FaultType, type InjectedFault } from './fault.js';

/** Faults whose device reports nothing. */
const silent: readonly FaultType[] = ['lost', 'offline', 'frozen'];

/** The fault of a device. */
export class DeviceFault {
  /** The fault; null for none. */
  injected: InjectedFault | null = null;

  get type(): FaultType | undefined {
    return this.injected?.type;
  }

  get isConnected(): boolean {
    return this.type !== 'offline';
  }

  get isFrozen(): boolean {
    return this.type === 'frozen';
  }

  /** Whether it is a fault of the driver, whose calls throw. */
  get isBroken(): boolean {
    return this.type === 'broken';
  }

  /** Whether no report arrives. */
  get isSilent(): boolean {
    return this.type !== undefined && silent.includes(this.type);
  }

  /** How much later replies and reports arrive, in milliseconds. */
  get delayMs(): number {
    return this.injected?.type === 'late' ? this.injected.delayMs : 0;
  }

  /** How many times each reply and report arrives. */
  get copies(): number {
    if (this.type === 'lost' || !this.isConnected) return 0;
    return this.type === 'duplicate' ? 2 : 1;
  }

  /** Counts a command against a fault that is limited to a number of commands. Returns whether the fault has changed. */
  countCommand(): boolean {
    const before = this.injected;
    this.injected = before && faultAfterCommand(before);
    return this.injected !== before;
  }
}
