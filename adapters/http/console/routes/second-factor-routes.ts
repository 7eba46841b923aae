// The routes of one's own second factor: a new secret, setting it up, and removing it.
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { decodeBody } from '../../../../application/console/endpoints/endpoint.js';
import type { AccountOwner } from '../../../../application/console/sign-in/own-account.js';
import {
  offerSecondFactor,
  removeSecondFactor,
  SecondFactorRemoval,
  SecondFactorSetup,
  setUpSecondFactor,
  type OwnSecondFactorPorts,
} from '../../../../application/console/sign-in/own-second-factor.js';
import type { SignInFailure } from '../../../../application/console/sign-in/sign-in-failure.js';
import type { ConsoleFailure } from '../../../../domain/console/failure.js';
import { readJson } from '../../server/body.js';
import { jsonReply, type HttpReply } from '../../server/reply.js';
import type { Handler } from '../../server/server.js';
import { clientAddress } from '../../server/forwarded-address.js';
import { forSignedIn, type OperatorLookupDeps } from '../guard/operator-lookup.js';
import { byMethod } from './methods.js';
import { failureReply, noContentReply, signInFailureReply } from './replies.js';

/** The dependencies of the routes. */
export interface SecondFactorRoutesDeps extends OperatorLookupDeps {
  readonly ports: OwnSecondFactorPorts;
}

const refusalReply = (refused: ConsoleFailure | SignInFailure): HttpReply =>
  'kind' in refused ? signInFailureReply(refused) : failureReply(refused);

/** Makes a handler of a change: it decodes the body, and replies with the result. */
const changeHandler = <Body, Result>(
  deps: SecondFactorRoutesDeps,
  codec: t.Type<Body, unknown>,
  change: (
    deps: SecondFactorRoutesDeps,
    owner: AccountOwner,
    body: Body,
  ) => Promise<E.Either<ConsoleFailure | SignInFailure, Result>>,
): Handler =>
  forSignedIn(deps, async (request, { operator, session }) => {
    const json = await readJson(request);
    if (E.isLeft(json)) return failureReply(json.left);
    const body = decodeBody(codec, json.right);
    if (E.isLeft(body)) return failureReply(body.left);
    const from = clientAddress(deps.trustedProxies, request);
    const changed = await change(deps, { operator, from, session }, body.right);
    if (E.isLeft(changed)) return refusalReply(changed.left);
    return changed.right === undefined ? noContentReply : jsonReply(200, changed.right);
  });

/** The routes of one's own second factor. Operators who have to set one up may use them. */
export const secondFactorRoutes = (deps: SecondFactorRoutesDeps): readonly (readonly [string, Handler])[] => [
  [
    '/api/session/second-factor',
    byMethod({
      POST: forSignedIn(deps, (_request, { operator }) => {
        const offer = offerSecondFactor(deps.ports, operator);
        return E.isLeft(offer) ? failureReply(offer.left) : jsonReply(200, offer.right);
      }),
      PUT: changeHandler(deps, SecondFactorSetup, setUpSecondFactor),
    }),
  ],
  [
    '/api/session/second-factor/remove',
    byMethod({ POST: changeHandler(deps, SecondFactorRemoval, removeSecondFactor) }),
  ],
];
