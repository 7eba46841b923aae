// How a device uses its new token: examples of the calls that it may make.
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { LoadFailure } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { Examples } from './examples-view.js';
import { offersFor, type OfferBasis } from './offers.js';
import { useSetUpBasis } from './queries.js';

const noOffers = ({ access }: OfferBasis): string =>
  access.apiEnabled
    ? t`Every call that this device may make is switched off in Features.`
    : t`The API is switched off in Access, so every call of this device is refused.`;

const noTargets = { urls: [], clips: [] };

interface SetUpProps {
  readonly studioId: string;
  readonly device: OfferBasis['device'];
  readonly token: string;
}

export const SetUp = ({ studioId, device, token }: SetUpProps): ReactElement | null => {
  const { data, queries } = useSetUpBasis(studioId);
  if (data === undefined) return <LoadFailure queries={queries} />;
  const basis = { ...data, device };
  const offers = offersFor(basis);
  if (offers.length === 0) return <Notice kind="warn">{noOffers(basis)}</Notice>;
  const further = data.targets?.further ?? 0;
  return (
    <>
      <Examples offers={offers} targets={data.targets ?? noTargets} token={token} />
      {further > 0 && (
        <p className="hint">
          <Plural
            value={further}
            one={
              <Trans>
                # more record of the studio is on the service’s reference page, <code>/api/v2/docs</code>.
              </Trans>
            }
            other={
              <Trans>
                # more records of the studio are on the service’s reference page, <code>/api/v2/docs</code>.
              </Trans>
            }
          />
        </p>
      )}
    </>
  );
};
