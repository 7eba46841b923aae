// What is checked of codes and passwords before they are sent.
import { expect, it } from 'vitest';
import {
  checkCode,
  checkPassword,
  checkSetUp,
  setUpRequestOf,
} from '../../../../../adapters/web/console/second-factor/code.js';

it('a code has at least 6 digits, and a password at least one character', () => {
  const error = { code: 'Enter the 6 digits that the app shows.' };
  const texts = ['12345', ' 12345 ', ' 123456 ', 'abcd-efgh-jkmn'];
  expect(texts.map((text) => checkCode('code', text))).toEqual([error, error, {}, {}]);
  expect([checkPassword(''), checkPassword(' ')]).toEqual([{ password: 'Enter your password.' }, {}]);
});

it('a second factor is set up with the new code, and replaced with that of the present app too', () => {
  const input = { password: 'p', code: '111111', currentCode: '222222' };
  expect(setUpRequestOf(input, 's', true)).toEqual({ ...input, secret: 's' });
  expect(setUpRequestOf(input, 's', false)).toEqual({ ...input, secret: 's', currentCode: null });
  const short = { ...input, currentCode: '' };
  expect([checkSetUp(short, false), Object.keys(checkSetUp(short, true))]).toEqual([{}, ['currentCode']]);
});
