// Finds Panasonic cameras: they are asked whether they are on or in standby.
import * as E from 'fp-ts/lib/Either.js';
import type { Discovery, ProbeResult } from '../../../application/connections/discovery.js';
import { PacedRequests } from './requests.js';

/** The TCP port of a camera's web server. */
export const defaultPort = 80;

const powerInquiry = `/cgi-bin/aw_ptz?cmd=${encodeURIComponent('#O')}&res=1`;

const resultOf = (answer: E.Either<string, string>): ProbeResult => {
  if (E.isLeft(answer)) return E.left(`is no Panasonic camera: ${answer.left}`);
  return /^p[013n]$/.test(answer.right)
    ? E.right({ description: 'a Panasonic camera' })
    : E.left('is no Panasonic camera: it answers something else');
};

export const discovery: Discovery = {
  port: defaultPort,
  probe: async (address, { clock, signal }) => {
    const requests = new PacedRequests(address, { clock });
    const { promise, resolve } = Promise.withResolvers<ProbeResult>();
    signal.addEventListener('abort', () => {
      resolve(E.left('does not answer'));
    });
    requests.send(powerInquiry, (answer) => {
      resolve(resultOf(answer));
    });
    return promise.finally(() => {
      requests.clear();
    });
  },
};
