// Section History: the changes of a studio, and whether each is in effect.
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { studioPath } from '../api/client.js';
import { keys } from '../api/query-client.js';
import type { SectionProps } from '../studio/sections.js';
import { Badge } from '../ui/badge.js';
import { Card } from '../ui/card.js';
import { changeEffects, type ChangeEffect } from './change-effect.js';
import { HistoryList } from './history-list.js';
import { useHistory } from './queries.js';

const remarks: Readonly<Record<ChangeEffect, ReactElement>> = {
  in_effect: (
    <span className="in-effect">
      <Check size={15} aria-hidden /> In effect
    </span>
  ),
  applied: <Badge tone="calm">Applied</Badge>,
  partly_superseded: <Badge tone="calm">Partly superseded</Badge>,
  superseded: <Badge tone="calm">Superseded</Badge>,
  pending: <Badge tone="warn">Not yet in effect</Badge>,
  refused: <Badge tone="bad">Refused by the service</Badge>,
};

export const HistorySection = ({ studio }: SectionProps): ReactElement => {
  const query = useHistory(keys.section(studio.id, 'changes'), studioPath(studio.id, 'changes'));
  const effects = changeEffects(studio, query.data?.pages.flatMap(({ changes }) => changes) ?? []);
  return (
    <Card title="Changes" explanation="Who changed what, newest first.">
      <HistoryList
        query={query}
        remark={({ id }) => {
          const effect = effects.get(id);
          return effect && remarks[effect];
        }}
      />
    </Card>
  );
};
