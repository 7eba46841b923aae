// The variables of the station that holds the studio.
import type { ReactElement } from 'react';
import { Card, Empty } from '../../adapters/web/console/ui/card.js';
import type { Variable } from '../../domain/studio/variable.js';
import { FactList } from './fact-list.js';

/** Renders the variables. */
export const Variables = ({ variables }: { readonly variables: readonly Variable[] }): ReactElement => (
  <Card title="Variables">
    {variables.length === 0 && <Empty>No variables.</Empty>}
    <FactList
      facts={variables.map(({ id, name, value }) => ({
        id,
        name,
        value: value === null ? 'unset' : String(value),
      }))}
    />
  </Card>
);
