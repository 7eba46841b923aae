// Parses the addresses of callers. Few addresses make most calls, so the results are kept.
import { addressOrUnknown, type Address } from '../../../domain/access/address.js';

const parsed = new Map<string, Address>();
const maxParsed = 1_024;

const parseAndKeep = (text: string): Address => {
  const address = addressOrUnknown(text);
  if (parsed.size >= maxParsed) parsed.clear();
  parsed.set(text, address);
  return address;
};

/** Returns the address of a socket; an unknown address for other text (ADDRESS-12). */
export const parsedAddress = (text: string): Address => parsed.get(text) ?? parseAndKeep(text);
