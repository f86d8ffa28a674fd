/** A country as maps know it. */
export interface Country {
  readonly cca2: string;
  readonly cca3: string;
  /** Code of the International Olympic Committee; empty for those without one. */
  readonly cioc: string;
  readonly name: string;
  /** Degrees of a point near the middle. */
  readonly lat: number;
  readonly lng: number;
  /** Other English names in use. */
  readonly aliases: readonly string[];
}

/** ISO 3166-1 alpha-2, alpha-3, Olympic code, English short name, latitude, longitude, other names. */
const ROWS = `
AD|AND|AND|Andorra|42.5|1.5
AE|ARE|UAE|United Arab Emirates|24|54
AF|AFG|AFG|Afghanistan|33|65
AG|ATG|ANT|Antigua and Barbuda|17.05|-61.8
AI|AIA||Anguilla|18.25|-63.17
AL|ALB|ALB|Albania|41|20
AM|ARM|ARM|Armenia|40|45
AO|AGO|ANG|Angola|-12.5|18.5
AQ|ATA||Antarctica|-90|0
AR|ARG|ARG|Argentina|-34|-64
AS|ASM|ASA|American Samoa|-14.33|-170
AT|AUT|AUT|Austria|47.33|13.33
AU|AUS|AUS|Australia|-27|133
AW|ABW|ARU|Aruba|12.5|-69.97
AX|ALA||Åland Islands|60.12|19.9|Aland Islands
AZ|AZE|AZE|Azerbaijan|40.5|47.5
BA|BIH|BIH|Bosnia and Herzegovina|44|18
BB|BRB|BAR|Barbados|13.17|-59.53
BD|BGD|BAN|Bangladesh|24|90
BE|BEL|BEL|Belgium|50.83|4
BF|BFA|BUR|Burkina Faso|13|-2
BG|BGR|BUL|Bulgaria|43|25
BH|BHR|BRN|Bahrain|26|50.55
BI|BDI|BDI|Burundi|-3.5|30
BJ|BEN|BEN|Benin|9.5|2.25
BL|BLM||Saint Barthélemy|18.5|-63.42|Saint Barthelemy
BM|BMU|BER|Bermuda|32.33|-64.75
BN|BRN|BRU|Brunei|4.5|114.67|Brunei Darussalam
BO|BOL|BOL|Bolivia|-17|-65|Bolivia, Plurinational State of,Bolivia (Plurinational State of)
BQ|BES||Caribbean Netherlands|12.18|-68.25|Bonaire, Sint Eustatius and Saba
BR|BRA|BRA|Brazil|-10|-55
BS|BHS|BAH|Bahamas|24.25|-76|The Bahamas,Bahamas, The
BT|BTN|BHU|Bhutan|27.5|90.5
BV|BVT||Bouvet Island|-54.43|3.4
BW|BWA|BOT|Botswana|-22|24
BY|BLR|BLR|Belarus|53|28
BZ|BLZ|BIZ|Belize|17.25|-88.75
CA|CAN|CAN|Canada|60|-95
CC|CCK||Cocos (Keeling) Islands|-12.5|96.83
CD|COD|COD|DR Congo|0|25|Democratic Republic of the Congo,Congo, The Democratic Republic of the,Congo (Kinshasa),Congo, Dem. Rep.
CF|CAF|CAF|Central African Republic|7|21
CG|COG|CGO|Republic of the Congo|-1|15|Congo,Congo (Brazzaville),Congo, Rep.
CH|CHE|SUI|Switzerland|47|8
CI|CIV|CIV|Ivory Coast|8|-5|Côte d'Ivoire,Cote d'Ivoire
CK|COK|COK|Cook Islands|-21.23|-159.77
CL|CHL|CHI|Chile|-30|-71
CM|CMR|CMR|Cameroon|6|12
CN|CHN|CHN|China|35|105
CO|COL|COL|Colombia|4|-72
CR|CRI|CRC|Costa Rica|10|-84
CU|CUB|CUB|Cuba|21.5|-80
CV|CPV|CPV|Cape Verde|16|-24|Cabo Verde
CW|CUW||Curaçao|12.12|-68.93|Curacao
CX|CXR||Christmas Island|-10.5|105.67
CY|CYP|CYP|Cyprus|35|33
CZ|CZE|CZE|Czech Republic|49.75|15.5|Czechia
DE|DEU|GER|Germany|51|9
DJ|DJI|DJI|Djibouti|11.5|43
DK|DNK|DEN|Denmark|56|10
DM|DMA|DMA|Dominica|15.42|-61.33
DO|DOM|DOM|Dominican Republic|19|-70.67
DZ|DZA|ALG|Algeria|28|3
EC|ECU|ECU|Ecuador|-2|-77.5
EE|EST|EST|Estonia|59|26
EG|EGY|EGY|Egypt|27|30|Egypt, Arab Rep.
EH|ESH||Western Sahara|24.5|-13
ER|ERI|ERI|Eritrea|15|39
ES|ESP|ESP|Spain|40|-4
ET|ETH|ETH|Ethiopia|8|38
FI|FIN|FIN|Finland|64|26
FJ|FJI|FIJ|Fiji|-18|175
FK|FLK||Falkland Islands|-51.75|-59|Falkland Islands (Malvinas)
FM|FSM|FSM|Micronesia|6.92|158.25|Micronesia, Federated States of,Micronesia, Fed. Sts.,Micronesia (Federated States of)
FO|FRO||Faroe Islands|62|-7
FR|FRA|FRA|France|46|2
GA|GAB|GAB|Gabon|-1|11.75
GB|GBR|GBR|United Kingdom|54|-2|Great Britain,UK
GD|GRD|GRN|Grenada|12.12|-61.67
GE|GEO|GEO|Georgia|42|43.5
GF|GUF||French Guiana|4|-53
GG|GGY||Guernsey|49.47|-2.58
GH|GHA|GHA|Ghana|8|-2
GI|GIB||Gibraltar|36.13|-5.35
GL|GRL||Greenland|72|-40
GM|GMB|GAM|Gambia|13.47|-16.57|The Gambia,Gambia, The
GN|GIN|GUI|Guinea|11|-10
GP|GLP||Guadeloupe|16.25|-61.58
GQ|GNQ|GEQ|Equatorial Guinea|2|10
GR|GRC|GRE|Greece|39|22
GS|SGS||South Georgia|-54.5|-37|South Georgia and the South Sandwich Islands
GT|GTM|GUA|Guatemala|15.5|-90.25
GU|GUM|GUM|Guam|13.47|144.78
GW|GNB|GBS|Guinea-Bissau|12|-15
GY|GUY|GUY|Guyana|5|-59
HK|HKG|HKG|Hong Kong|22.27|114.19|Hong Kong, China,China, Hong Kong SAR,Hong Kong SAR, China
HM|HMD||Heard Island and McDonald Islands|-53.1|72.52
HN|HND|HON|Honduras|15|-86.5
HR|HRV|CRO|Croatia|45.17|15.5
HT|HTI|HAI|Haiti|19|-72.42
HU|HUN|HUN|Hungary|47|20
ID|IDN|INA|Indonesia|-5|120
IE|IRL|IRL|Ireland|53|-8
IL|ISR|ISR|Israel|31.5|34.75
IM|IMN||Isle of Man|54.25|-4.5
IN|IND|IND|India|20|77
IO|IOT||British Indian Ocean Territory|-6|71.5
IQ|IRQ|IRQ|Iraq|33|44
IR|IRN|IRI|Iran|32|53|Iran, Islamic Republic of,Iran, Islamic Rep.,Iran (Islamic Republic of)
IS|ISL|ISL|Iceland|65|-18
IT|ITA|ITA|Italy|42.83|12.83
JE|JEY||Jersey|49.25|-2.17
JM|JAM|JAM|Jamaica|18.25|-77.5
JO|JOR|JOR|Jordan|31|36
JP|JPN|JPN|Japan|36|138
KE|KEN|KEN|Kenya|1|38
KG|KGZ|KGZ|Kyrgyzstan|41|75|Kyrgyz Republic
KH|KHM|CAM|Cambodia|13|105
KI|KIR|KIR|Kiribati|1.42|173
KM|COM|COM|Comoros|-12.17|44.25
KN|KNA|SKN|Saint Kitts and Nevis|17.33|-62.75|St. Kitts and Nevis
KP|PRK|PRK|North Korea|40|127|Korea, Democratic People's Republic of,Korea, Dem. Rep.,Korea, Dem. People's Rep.,Democratic People's Republic of Korea
KR|KOR|KOR|South Korea|37|127.5|Korea, Republic of,Korea, Rep.,Republic of Korea
KW|KWT|KUW|Kuwait|29.5|45.75
KY|CYM|CAY|Cayman Islands|19.5|-80.5
KZ|KAZ|KAZ|Kazakhstan|48|68
LA|LAO|LAO|Laos|18|105|Lao People's Democratic Republic,Lao PDR
LB|LBN|LBN|Lebanon|33.83|35.83
LC|LCA|LCA|Saint Lucia|13.88|-60.97|St. Lucia
LI|LIE|LIE|Liechtenstein|47.27|9.53
LK|LKA|SRI|Sri Lanka|7|81
LR|LBR|LBR|Liberia|6.5|-9.5
LS|LSO|LES|Lesotho|-29.5|28.5
LT|LTU|LTU|Lithuania|56|24
LU|LUX|LUX|Luxembourg|49.75|6.17
LV|LVA|LAT|Latvia|57|25
LY|LBY|LBA|Libya|25|17
MA|MAR|MAR|Morocco|32|-5
MC|MCO|MON|Monaco|43.73|7.4
MD|MDA|MDA|Moldova|47|29|Moldova, Republic of,Republic of Moldova
ME|MNE|MNE|Montenegro|42.5|19.3
MF|MAF||Saint Martin|18.08|-63.95|Saint Martin (French part)
MG|MDG|MAD|Madagascar|-20|47
MH|MHL|MHL|Marshall Islands|9|168
MK|MKD|MKD|Macedonia|41.83|22|North Macedonia
ML|MLI|MLI|Mali|17|-4
MM|MMR|MYA|Myanmar|22|98|Burma
MN|MNG|MGL|Mongolia|46|105
MO|MAC||Macau|22.17|113.55|Macao,Macao SAR, China,China, Macao SAR
MP|MNP||Northern Mariana Islands|15.2|145.75
MQ|MTQ||Martinique|14.67|-61
MR|MRT|MTN|Mauritania|20|-12
MS|MSR||Montserrat|16.75|-62.2
MT|MLT|MLT|Malta|35.83|14.58
MU|MUS|MRI|Mauritius|-20.28|57.55
MV|MDV|MDV|Maldives|3.25|73
MW|MWI|MAW|Malawi|-13.5|34
MX|MEX|MEX|Mexico|23|-102
MY|MYS|MAS|Malaysia|2.5|112.5
MZ|MOZ|MOZ|Mozambique|-18.25|35
NA|NAM|NAM|Namibia|-22|17
NC|NCL||New Caledonia|-21.5|165.5
NE|NER|NIG|Niger|16|8
NF|NFK||Norfolk Island|-29.03|167.95
NG|NGA|NGR|Nigeria|10|8
NI|NIC|NCA|Nicaragua|13|-85
NL|NLD|NED|Netherlands|52.5|5.75|The Netherlands
NO|NOR|NOR|Norway|62|10
NP|NPL|NEP|Nepal|28|84
NR|NRU|NRU|Nauru|-0.53|166.92
NU|NIU||Niue|-19.03|-169.87
NZ|NZL|NZL|New Zealand|-41|174
OM|OMN|OMA|Oman|21|57
PA|PAN|PAN|Panama|9|-80
PE|PER|PER|Peru|-10|-76
PF|PYF||French Polynesia|-15|-140
PG|PNG|PNG|Papua New Guinea|-6|147
PH|PHL|PHI|Philippines|13|122
PK|PAK|PAK|Pakistan|30|70
PL|POL|POL|Poland|52|20
PM|SPM||Saint Pierre and Miquelon|46.83|-56.33
PN|PCN||Pitcairn Islands|-25.07|-130.1|Pitcairn
PR|PRI|PUR|Puerto Rico|18.25|-66.5
PS|PSE|PLE|Palestine|31.9|35.2|Palestine, State of,West Bank and Gaza,State of Palestine
PT|PRT|POR|Portugal|39.5|-8
PW|PLW|PLW|Palau|7.5|134.5
PY|PRY|PAR|Paraguay|-23|-58
QA|QAT|QAT|Qatar|25.5|51.25
RE|REU||Réunion|-21.15|55.5|Reunion
RO|ROU|ROU|Romania|46|25
RS|SRB|SRB|Serbia|44|21
RU|RUS|RUS|Russia|60|100|Russian Federation
RW|RWA|RWA|Rwanda|-2|30
SA|SAU|KSA|Saudi Arabia|25|45
SB|SLB|SOL|Solomon Islands|-8|159
SC|SYC|SEY|Seychelles|-4.58|55.67
SD|SDN|SUD|Sudan|15|30
SE|SWE|SWE|Sweden|62|15
SG|SGP|SGP|Singapore|1.37|103.8
SH|SHN||Saint Helena|-15.95|-5.7|Saint Helena, Ascension and Tristan da Cunha
SI|SVN|SLO|Slovenia|46.12|14.82
SJ|SJM||Svalbard and Jan Mayen|78|20
SK|SVK|SVK|Slovakia|48.67|19.5|Slovak Republic
SL|SLE|SLE|Sierra Leone|8.5|-11.5
SM|SMR|SMR|San Marino|43.77|12.42
SN|SEN|SEN|Senegal|14|-14
SO|SOM|SOM|Somalia|10|49
SR|SUR|SUR|Suriname|4|-56
SS|SSD|SSD|South Sudan|7|30
ST|STP|STP|São Tomé and Príncipe|1|7|Sao Tome and Principe
SV|SLV|ESA|El Salvador|13.83|-88.92
SX|SXM||Sint Maarten|18.03|-63.05|Sint Maarten (Dutch part)
SY|SYR|SYR|Syria|35|38|Syrian Arab Republic
SZ|SWZ|SWZ|Swaziland|-26.5|31.5|Eswatini
TC|TCA||Turks and Caicos Islands|21.75|-71.58
TD|TCD|CHA|Chad|15|19
TF|ATF||French Southern and Antarctic Lands|-49.25|69.17|French Southern Territories
TG|TGO|TOG|Togo|8|1.17
TH|THA|THA|Thailand|15|100
TJ|TJK|TJK|Tajikistan|39|71
TK|TKL||Tokelau|-9|-172
TL|TLS|TLS|Timor-Leste|-8.83|125.92|East Timor
TM|TKM|TKM|Turkmenistan|40|60
TN|TUN|TUN|Tunisia|34|9
TO|TON|TGA|Tonga|-20|-175
TR|TUR|TUR|Turkey|39|35|Türkiye,Turkiye
TT|TTO|TTO|Trinidad and Tobago|11|-61
TV|TUV|TUV|Tuvalu|-8|178
TW|TWN|TPE|Taiwan|23.5|121|Taiwan, Province of China,Chinese Taipei
TZ|TZA|TAN|Tanzania|-6|35|Tanzania, United Republic of,United Republic of Tanzania
UA|UKR|UKR|Ukraine|49|32
UG|UGA|UGA|Uganda|1|32
UM|UMI||United States Minor Outlying Islands|19.3|166.63
US|USA|USA|United States|38|-97|United States of America,USA,US
UY|URY|URU|Uruguay|-33|-56
UZ|UZB|UZB|Uzbekistan|41|64
VA|VAT||Vatican City|41.9|12.45|Holy See,Holy See (Vatican City State),Vatican
VC|VCT|VIN|Saint Vincent and the Grenadines|13.25|-61.2|St. Vincent and the Grenadines
VE|VEN|VEN|Venezuela|8|-66|Venezuela, Bolivarian Republic of,Venezuela, RB,Venezuela (Bolivarian Republic of)
VG|VGB|IVB|British Virgin Islands|18.43|-64.62|Virgin Islands, British
VI|VIR|ISV|United States Virgin Islands|18.35|-64.93|Virgin Islands, U.S.,U.S. Virgin Islands,Virgin Islands (U.S.)
VN|VNM|VIE|Vietnam|16.17|107.83|Viet Nam
VU|VUT|VAN|Vanuatu|-16|167
WF|WLF||Wallis and Futuna|-13.3|-176.2
WS|WSM|SAM|Samoa|-13.58|-172.33
XK|XKX|KOS|Kosovo|42.67|21.17
YE|YEM|YEM|Yemen|15|48|Yemen, Rep.
YT|MYT||Mayotte|-12.83|45.17
ZA|ZAF|RSA|South Africa|-29|24
ZM|ZMB|ZAM|Zambia|-15|30
ZW|ZWE|ZIM|Zimbabwe|-20|30
`;

/** All countries and territories of ISO 3166-1, and Kosovo. */
export const COUNTRIES: readonly Country[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [cca2 = '', cca3 = '', cioc = '', name = '', lat, lng, aliases] = row.split('|');
    // Names with a comma of their own read `Korea, Republic of`: a space follows.
    return { cca2, cca3, cioc, name, lat: Number(lat), lng: Number(lng), aliases: aliases ? aliases.split(/,(?! )/) : [] };
  });
