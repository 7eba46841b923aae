// The section History: who changed what at a studio, when, and whether it is in effect.
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { ofStudio } from '../api/client.js';
import type { HistoryItem, StudioOverview } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import type { SectionProps } from '../studio/sections.js';
import { Badge } from '../ui/badge.js';
import { Card } from '../ui/card.js';
import { ChangeList } from './change-list.js';
import { useChanges } from './queries.js';

const remarkOn =
  ({ appliedVersion }: StudioOverview) =>
  ({ version }: HistoryItem): ReactElement | null =>
    version === null ? null : (appliedVersion ?? -1) >= version ? (
      <span className="in-effect">
        <Check size={15} aria-hidden /> In effect
      </span>
    ) : (
      <Badge tone="warn">Not yet in effect</Badge>
    );

export const HistorySection = ({ studio }: SectionProps): ReactElement => (
  <Card title="Changes" explanation="Who changed what, newest first.">
    <ChangeList
      query={useChanges(keys.section(studio.id, 'changes'), ofStudio(studio.id, 'changes'))}
      remark={remarkOn(studio)}
    />
  </Card>
);
