// The warning about listed ranges that admit callers of the internet.
import { expect, it } from 'vitest';
import { warnOfWideRanges } from '../../../application/access/wide-ranges.js';
import { defaultConfiguration, type AccessSettings } from '../../../domain/access/configuration.js';
import { memoryLog } from '../console/readable-log.js';

/** Returns what is logged when these addresses are listed. */
const warnings = (
  addresses: readonly string[],
  accessWithoutToken: AccessSettings['accessWithoutToken'] = 'listed',
): readonly string[] => {
  const log = memoryLog();
  const { access, ...others } = defaultConfiguration('studio-1');
  const listedDevices = addresses.map((address) => ({ address, label: 'L' }));
  warnOfWideRanges(log, { ...others, access: { ...access, accessWithoutToken, listedDevices } });
  return log.lines;
};

const ranges = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${String(at + 20)}.0.0.0/8`);

it.each([10, 11])('@LAN-12: the warning names ten ranges at most, and counts all of them: %i', (count) => {
  const named = ranges(10).join(', ');
  const fields = JSON.stringify({ ranges: named, count });
  expect(warnings(['192.168.0.0/16', ...ranges(count)])).toEqual([
    `listed ranges give callers from the internet full control without a token ${fields}`,
  ]);
});

it.each([
  ['of the LAN', ['192.168.0.0/16', '10.0.0.0/8', 'fd00::/8'], 'listed'],
  ['that are narrow', ['8.8.8.0/24', '2001:db8::/48'], 'listed'],
  ['while access without a token is off', ranges(1), 'off'],
  ['while it is Whole LAN', ranges(1), 'whole_lan'],
] as const)('@LAN-12: nothing is logged about ranges %s', (_what, addresses, access) => {
  expect(warnings(addresses, access)).toEqual([]);
});
