import { definePlugin } from '@orrery/sdk/web';
import { FilterTypes } from '../../../app/dashboard/contract.ts';
import { createSelectInput } from './select-input.tsx';
import { createSelectMask } from './to-data-mask.ts';

export default definePlugin({
  activate(ctx) {
    const { toDataMask, describe } = createSelectMask((key, args) => ctx.i18n.t(key, args));
    ctx.contribute(FilterTypes, 'filter_select', { Input: createSelectInput(ctx), toDataMask, describe });
  },
});
