// A tally as a badge.
import type { ReactElement } from 'react';
import type { LiveEntryItem } from '../api/contract.js';
import { Badge } from '../ui/badge.js';
import type { Tone } from '../ui/tone.js';

type Tally = Extract<LiveEntryItem, { readonly kind: 'scene' }>['tally'];

const badges: Readonly<Record<NonNullable<Tally>, readonly [Tone, string]>> = {
  program: ['bad', 'On air'],
  preview: ['good', 'Preview'],
  off: ['calm', 'Off'],
};

/** Renders a tally; one that isn't known is shown as unknown. */
export const TallyBadge = ({ tally }: { readonly tally: Tally }): ReactElement => {
  if (tally === null)
    return (
      <Badge tone="calm" dot>
        Unknown
      </Badge>
    );
  const [tone, text] = badges[tally];
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  );
};
