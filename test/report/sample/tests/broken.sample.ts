// A file that can't run if asked to.
import { it } from 'vitest';

if (process.env['SAMPLE_FAILS'] !== undefined) throw new Error('The module failed.');

it('@CONN-2: is in a file', () => undefined);
