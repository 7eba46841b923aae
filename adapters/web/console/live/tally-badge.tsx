// A tally as a badge.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { LiveEntryItem } from '../api/contract.js';
import { Badge } from '../ui/badge.js';
import type { Tone } from '../ui/tone.js';

type Tally = Extract<LiveEntryItem, { readonly kind: 'scene' }>['tally'];

const badges: Readonly<Record<NonNullable<Tally>, readonly [Tone, string]>> = {
  program: ['bad', t`On air`],
  preview: ['good', t`Preview`],
  off: ['calm', t`Off`],
};

/** Renders a tally; one that isn't known is shown as unknown. */
export const TallyBadge = ({ tally }: { readonly tally: Tally }): ReactElement => {
  if (tally === null)
    return (
      <Badge tone="calm" dot>
        <Trans>Unknown</Trans>
      </Badge>
    );
  const [tone, text] = badges[tally];
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  );
};
