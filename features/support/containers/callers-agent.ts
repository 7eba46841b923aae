// Runs in a container of callers: makes calls from any address, and nothing else.
import { callerAgent } from '../caller-agent.js';
import { interfaceWith, own, route } from './addresses.js';
import { serveHere } from './serve-agent.js';

let cable = '';

const callersOutpost = {
  ...callerAgent,
  /** Everything goes over the network that this container has an address on. */
  join: async (address: string): Promise<string> => {
    cable = interfaceWith(address);
    await route('0.0.0.0/0', cable);
    await route('::/0', cable);
    return cable;
  },
  own: (address: string): Promise<void> => own(address, cable),
};
export type CallersAgent = typeof callersOutpost;

serveHere(callersOutpost);
