// HTTP Digest: the examples of its documents, and challenges as devices write them.
import { describe, expect, it } from 'vitest';
import { digestAnswer, digestChallenge } from '../../../../adapters/drivers/shared/digest.js';
import { HttpAuthentication } from '../../../../adapters/drivers/shared/http-authentication.js';

const ofRfc7616 =
  'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", ' +
  'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
const bothOfRfc7616 = `Digest ${ofRfc7616}, algorithm=MD5, Digest ${ofRfc7616}, algorithm=SHA-256`;
const ofRfc2069 =
  'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';

const sha256OfRfc7616 = '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1';
const cnonceOfRfc7616 = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';

it.each([
  [
    'RFC 7616, 3.9.1: MD5',
    `Digest ${ofRfc7616}, algorithm=MD5`,
    'Circle of Life',
    cnonceOfRfc7616,
    '8ca523f5e9506fed4657c9700eebdbec',
  ],
  ['RFC 7616, 3.9.1: the better of both', bothOfRfc7616, 'Circle of Life', cnonceOfRfc7616, sha256OfRfc7616],
  [
    'RFC 2617, 3.5',
    `${ofRfc2069}, qop="auth,auth-int"`,
    'Circle Of Life',
    '0a4f113b',
    '6629fae49393a05397450978507c4ef1',
  ],
  ['RFC 2069, erratum 749', ofRfc2069, 'CircleOfLife', '', '1949323746fe6a43ef61f9606e7febea'],
])('the example of %s', (_, field, password, clientNonce, response) => {
  const challenge = digestChallenge(field);
  const request = { method: 'GET', path: '/dir/index.html', count: 1, clientNonce };
  const answer = challenge && digestAnswer(challenge, { username: 'Mufasa', password }, request);
  expect(answer?.field).toContain(`response="${response}"`);
  expect(answer?.field.includes('nc=00000001, qop=auth')).toBe(clientNonce !== '');
});

const plain = { realm: '', nonce: 'n', opaque: undefined, algorithm: undefined, hasQop: true, isStale: false };

it.each<readonly [string, object | undefined]>([
  [
    'Digest qop="auth", realm="shellypro4pm", nonce="bm9uY2U==", algorithm=SHA-256',
    { nonce: 'bm9uY2U==', algorithm: 'SHA-256' },
  ],
  ['Digest nonce=bm9uY2U==,qop=auth,algorithm=md5-SESS', { ...plain, nonce: 'bm9uY2U==', algorithm: 'md5-SESS' }],
  ['DIGEST nonce="n" , qop="auth-int , AUTH",stale=TRUE,opaque=""', { ...plain, opaque: '', isStale: true }],
  ['Basic realm="a, Digest nonce=\\"x\\"", Digest realm="b", nonce="n", qop="auth"', { ...plain, realm: 'b' }],
  ['Negotiate abc==, Digest nonce="n",qop="auth", Basic realm="b"', plain],
  ['Digest realm="a \\"b\\\\", nonce="n", qop="auth"', { ...plain, realm: 'a "b\\' }],
  ['Digest nonce="n", qop="auth", algorithm=SHA-512-256', undefined],
  ['Digest nonce="n", qop="auth-int"', undefined],
  ['Digest realm="b", qop="auth"', undefined],
  ['Digest nonce="\u0007", qop="auth"', undefined],
  ['nonce="n", Basic "n"', undefined],
  ['Basic realm="nonce"', undefined],
  ['', undefined],
])('the challenge %s', (field, expected) => {
  const challenge = digestChallenge(field);
  if (expected === undefined) expect(challenge).toBeUndefined();
  else expect(challenge).toMatchObject(expected);
});

describe('the requests to a device', () => {
  const credentials = { username: 'Jürgen "J"', password: 'gehäuse' };
  const basic = `Basic ${Buffer.from('Jürgen "J":gehäuse').toString('base64')}`;
  const nonce = (text: string, more = ''): string => `Digest realm="r", nonce="${text}", qop="auth", opaque=""${more}`;
  const stale = ', stale=true';
  const sent = (text: string, count: number): unknown =>
    expect.stringMatching(new RegExp(`nonce="${text}", uri="/a\\?b=%23".* nc=0000000${String(count)}, .* opaque=""$`));

  /** Returns what is sent for requests, each with the challenges that refuse it. */
  const fieldsFor = (requests: readonly (readonly string[])[]): readonly (string | undefined)[] => {
    const authentication = new HttpAuthentication(credentials, () => 'c');
    const next = (): string | undefined => authentication.next({ path: '/a?b=%23' })?.field;
    return requests.flatMap((refusals) => {
      const fields = [next()];
      for (const [at, refusal] of refusals.entries()) if (authentication.refused(refusal, at + 1)) fields.push(next());
      return fields;
    });
  };

  it.each<readonly [string, readonly (readonly string[])[], readonly unknown[]]>([
    ['Basic without a challenge', [[], []], [basic, basic]],
    ['Basic once if it is refused', [['Basic realm="r"']], [basic]],
    [
      'Digest once it is asked for, counted for each nonce',
      [[nonce('1')], [], [nonce('2')]],
      [basic, sent('1', 1), sent('1', 2), sent('1', 3), sent('2', 1)],
    ],
    [
      'Digest once more if the nonce was too old',
      [[nonce('1'), nonce('2', stale), nonce('3', stale)]],
      [basic, sent('1', 1), sent('2', 1)],
    ],
    ['Digest once if the password is wrong', [[nonce('1'), nonce('2')]], [basic, sent('1', 1)]],
    [
      'Basic again if that is named',
      [[nonce('1')], ['Basic realm="r"'], []],
      [basic, sent('1', 1), sent('1', 2), basic, basic],
    ],
    [
      'Basic never again if nothing is named',
      [[nonce('1')], [''], []],
      [basic, sent('1', 1), sent('1', 2), sent('1', 3)],
    ],
    [
      'one attempt each while the password is wrong',
      [[nonce('1'), nonce('2')], [nonce('3')], [nonce('4')]],
      [basic, sent('1', 1), sent('2', 1), sent('3', 1)],
    ],
  ])('have %s', (_, requests, expected) => {
    expect(fieldsFor(requests)).toEqual(expected);
  });

  it('have the bytes of the name, and its quotes escaped', () => {
    const [, field = ''] = fieldsFor([[nonce('1')]]);
    expect(Buffer.from(field, 'latin1').toString()).toContain(String.raw`username="Jürgen \"J\""`);
  });

  it('have no field without a user', () => {
    const authentication = new HttpAuthentication(undefined);
    expect([authentication.next({ path: '/' }), authentication.refused(nonce('1'), 1)]).toEqual([undefined, false]);
  });
});
