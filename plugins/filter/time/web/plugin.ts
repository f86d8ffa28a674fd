import './styles.css';
import { definePlugin } from '@orrery/sdk/web';
import { FilterTypes } from '../../../app/dashboard/contract.ts';
import { TimeRangeEditor } from '../contract.ts';
import { createTimeFilter } from './time-filter.tsx';
import { createTimeRangeEditor } from './create-time-range-editor.tsx';

export default definePlugin({
  provides: { TimeRangeEditor },
  activate(ctx) {
    const Editor = createTimeRangeEditor(ctx);
    ctx.contribute(FilterTypes, 'filter_time', createTimeFilter(ctx, Editor));
    return { TimeRangeEditor: Editor };
  },
});
