// System: is the service up.
import * as E from 'fp-ts/lib/Either.js';
import { oneOf } from '../../domain/codec.js';
import { read } from '../read.js';

export const health = read({
  name: 'system.health',
  summary: 'Whether the service is up',
  feature: 'system',
  admission: 'public',
  path: '/health',
  result: { status: oneOf('ok') },
  plain: () => 'OK',
  run: () => E.right({ status: 'ok' as const }),
});

export const systemOperations = [health];
