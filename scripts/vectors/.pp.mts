import { readFileSync } from 'node:fs';
import { createFrame } from '../../plugins/data/query/server/frame/frame.ts';
import { runSteps } from '../../plugins/data/query/server/post-processing/run-steps.ts';
const { res, roll, v } = JSON.parse(readFileSync('/tmp/vec/pp.json','utf8'));
let bad=0;
const f=(xs:any[])=>xs.map(x=>typeof x==='number'?Number(x.toFixed(6)):x);
for (const [name,ts,vals,rule,m,idx,exp] of res) {
  const times=ts.map((t:string)=>Date.parse(t.length===10?t+'T00:00:00Z':t+'Z'));
  const frame=createFrame([{key:['v'],values:vals}],ts.length,[{key:['ts'],values:times,generic:2}]);
  let o:any; try { const r=runSteps(frame,[{operation:'resample',options:{rule,method:m==='asfreq0'?'asfreq':m,...(m==='asfreq0'?{fill_value:0}:{})}}]);
  o=JSON.stringify([r.index[0]!.values.map((x:any)=>new Date(x).toISOString().slice(0,19)),f(r.columns[0]!.values as any)]); } catch(e:any){o='ERR '+e.message}
  const e=JSON.stringify([idx,f(exp)]);
  if (o!==e) { bad++; if (bad<40) console.log(name,rule,m,'\n  ours',o.slice(0,300),'\n  ref ',e.slice(0,300)); }
}
console.log('resample bad',bad);
bad=0;
for (const [t,w,mp,c,opt,exp] of roll) {
  const frame=createFrame([{key:['v'],values:v}],v.length);
  const r=runSteps(frame,[{operation:'rolling',options:{rolling_type:t,window:w,...(mp!==null&&{min_periods:mp}),center:c,rolling_type_options:opt,columns:{v:'v'}}}]);
  const o=JSON.stringify(f(r.columns[0]!.values as any)), e=JSON.stringify(f(exp));
  if(o!==e){bad++; if(bad<30)console.log(t,w,mp,c,'\n ours',o,'\n ref ',e);}
}
console.log('rolling bad',bad);
