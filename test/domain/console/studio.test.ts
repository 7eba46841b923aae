// Studios, studio keys and operators of the console.
import { describe, expect, it } from 'vitest';
import { firstOperator, OperatorOverview, PasswordHash, SignIn } from '../../../domain/console/operator.js';
import {
  initialConfiguration,
  ConsoleStudio,
  StoredStudioLabels,
  StudioLabels,
} from '../../../domain/console/studio.js';
import { generateStudioKey } from '../../../domain/console/studio-key.js';
import { configuration } from '../fixtures.js';

describe('a studio', () => {
  it.each(['studio-1', 'S', '7.x_y-Z', 'a'.repeat(64)])('may have the id %s', (id) => {
    expect(ConsoleStudio.is({ id, name: 'Studio' })).toBe(true);
  });

  it.each(['', '-a', '.', '..', '_a', 'a b', 'a:b', 'a/b', 'ä', 'a\n', 'a'.repeat(65)])(
    'may not have the id %j',
    (id) => {
      expect(ConsoleStudio.is({ id, name: 'Studio' })).toBe(false);
    },
  );

  it('starts with the default configuration, with the time in seconds as its version', () => {
    expect(initialConfiguration({ id: 'studio-1', name: 'Studio' }, 1_999_999)).toEqual(
      configuration({ version: 1_999 }),
    );
  });
});

describe('the labels of a studio', () => {
  const sixteen = Array.from({ length: 16 }, (_, at) => `label ${String(at)}`);

  it.each([[[]], [['Köln', 'köln-2']], [['x'.repeat(32)]], [sixteen]])('may be %j', (labels) => {
    expect([StudioLabels.is(labels), StoredStudioLabels.is(labels)]).toEqual([true, true]);
  });

  it.each([[['News', 'news']], [['']], [['x'.repeat(33)]], [[...sixteen, 'another']], [['a\nb']]])(
    'may not be %j',
    (labels) => {
      expect([StudioLabels.is(labels), StoredStudioLabels.is(labels)]).toEqual([false, false]);
    },
  );

  it('may contain commas only as stored by earlier versions', () => {
    expect([StudioLabels.is(['a,b']), StoredStudioLabels.is(['a,b'])]).toEqual([false, true]);
  });
});

describe('a studio key', () => {
  it('is studio_ and 40 picks among 36', () => {
    const choices: number[] = [];
    const pick = (among: number): number => choices.push(among) % among;
    expect(generateStudioKey(pick)).toBe('studio_bcdefghijklmnopqrstuvwxyz0123456789abcde');
    expect(choices).toEqual(Array(40).fill(36));
  });
});

describe('an operator', () => {
  it('signs in with a name and a password', () => {
    expect(SignIn.is({ username: firstOperator, password: 'x'.repeat(1_024) })).toBe(true);
    expect(SignIn.is({ username: firstOperator, password: 'x'.repeat(1_025) })).toBe(false);
    expect(OperatorOverview.is({ username: firstOperator, role: 'admin', studioRoles: {} })).toBe(true);
  });

  it('is stored with a hash and its parameters', () => {
    const hash = {
      method: 'scrypt',
      cost: 2 ** 17,
      blockSize: 8,
      parallelization: 1,
      salt: 'c2FsdA==',
      hash: 'aGFzaA==',
    };
    expect(PasswordHash.is(hash)).toBe(true);
    expect(PasswordHash.is({ ...hash, method: 'none' })).toBe(false);
    expect(PasswordHash.is({ ...hash, cost: 2 ** 20 + 1 })).toBe(false);
  });
});
