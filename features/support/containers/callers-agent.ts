// Runs in a container of callers, and makes calls from any address.
import { callerAgent } from '../caller-agent.js';
import { interfaceWith, own, route } from './addresses.js';
import { serveHere } from './serve-agent.js';

let interfaceName = '';

const callersAgent = {
  ...callerAgent,
  /** Routes everything through the network on which this container has an address. Returns the interface name. */
  join: async (address: string): Promise<string> => {
    interfaceName = interfaceWith(address);
    await route('0.0.0.0/0', interfaceName);
    await route('::/0', interfaceName);
    return interfaceName;
  },
  own: (address: string): Promise<void> => own(address, interfaceName),
};
export type CallersAgent = typeof callersAgent;

serveHere(callersAgent);
