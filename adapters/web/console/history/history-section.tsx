// Section History: the changes of a studio, and whether each is in effect.
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { studioPath } from '../api/client.js';
import type { HistoryItem, StudioOverview } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import type { SectionProps } from '../studio/sections.js';
import { Badge } from '../ui/badge.js';
import { Card } from '../ui/card.js';
import { HistoryList } from './history-list.js';
import { useHistory } from './queries.js';

const effectRemark =
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
    <HistoryList
      query={useHistory(keys.section(studio.id, 'changes'), studioPath(studio.id, 'changes'))}
      remark={effectRemark(studio)}
    />
  </Card>
);
