/// Words that learners of English encounter first.
///
/// Word frequency cannot be measured in a dictionary of a few thousand entries, where *infant* and *child* occur
/// equally often. English is the target language of most of these dictionaries, which justifies a list. It contains the
/// headwords of the starter dictionaries at the first two levels of the Common European Framework of Reference for
/// Languages, limited to single lower-case words and *I*. A test compares it with the tables.
enum CommonEnglish {
    /// How common a word is: 1 for the first level, 0.6 for the second, 0 for all others.
    static func commonness(_ word: String) -> Double {
        if first.contains(word) { return 1 }
        return second.contains(word) ? 0.6 : 0
    }

    static let first = words(
        """
        I a about above across activity actor actress add address adult advice aeroplane afraid after afternoon
        again age ago agree air airplane airport all also always amazing an and angry animal another answer any
        anything apartment apple area arm around arrive art article artist ask at aunt autumn away baby back bad
        bag ball banana band bank baseball basketball bath bathroom be beach beautiful because become bed
        bedroom beer before begin beginning behind believe below best better between bicycle big bike bird
        birthday biscuit black blue boat body book boot bored boring both bottle bowl box boy boyfriend bread
        break breakfast bring brother brown build building burger bus business busy but butter buy by bye café
        cake call camera can cannot capital car card carrot carry cat catch cent center centre cereal chair
        change cheap check cheese chicken child chip chocolate choose church cinema city class classmate
        classroom clean climb clock close closed clothes coat coffee cold college color colour come common
        company complete computer concert conversation cook cookie cool correct cost could country course cousin
        cow cream create culture cup customer cut dad dance dancer dangerous dark date daughter day dear decide
        delicious describe description design desk dessert detail dictionary die diet difference different
        difficult dinner dirty dish do doctor dog dollar door down downstairs draw dress drink drive driver
        during e-mail each ear early east easy eat egg eight eighteen eighty elephant eleven email end enjoy
        enough euro evening event ever every everybody everyone everything exam example excited exciting
        exercise expensive explain extra eye face fact fall false family famous fantastic far farm farmer fast
        fat father favorite favourite feel feeling festival few fifteen fifth fifty fill film final find fine
        finger finish fire first fish five flat flight floor flower fly follow following food foot football for
        forget fork form forty four fourteen fourth free friend friendly from front fruit full fun funny future
        game garden geography get girl girlfriend give glass glasses go good goodbye grammar grandfather
        grandmother grandparent gray great green grey group grow guess guitar gym hair half hand happen happy
        hard hat hate have he head headache health healthy hear hello help her here hey hi high him his history
        hobby holiday home homework hope horse hospital hot hotel hour house how however hundred hungry husband
        ice idea if imagine important improve in include information interest interested interesting internet
        interview into introduce island it its jacket jeans job join juice jump just keep key kilometer
        kilometre kind kitchen knife know land language large last late later laugh learn leave left leg lesson
        let letter level library life light like line lion list listen little live local long look lose love low
        lunch machine magazine main make man many map market married marry match maths maybe me meal mean
        meaning meat meet meeting member menu message meter metre midnight mile milk million minute miss mistake
        model modern mom moment money monkey month more morning most mother mountain mouse mouth move movie much
        mum mummy museum music must my name natural near need negative neighbor neighbour never new news
        newspaper next nice night nine nineteen ninety no nobody north nose not note notebook nothing now number
        nurse of off office often oh okay old on once one onion online only open opinion opposite or orange
        order other our out outside over own page paint painting paper paragraph parent park part partner party
        passport past pay pen pence pencil penny people pepper perfect period person personal pet phone photo
        photograph phrase piano picture piece pig pink pizza place plan plane plant plate play player please
        point police policeman policewoman pool poor popular positive possible post postcard potato pound
        practice practise prefer prepare present pretty price probably problem product program programme project
        purple put quarter question quick quickly quiet quite rabbit radio rain read reader reading ready real
        really reason red relax remember repeat report restaurant result return rice rich ride right river road
        room routine rule run sad salad salt same sandwich say school science scientist sea second see sell send
        sentence seven seventeen seventy share she sheep shirt shoe shop shopping short should show shower sick
        similar sing singer sister sit situation six sixteen sixty skill skirt sleep slow slowly small snack
        snake snow so soccer sofa some somebody someone something sometimes son song soon sorry sound soup south
        space speak special spell spelling spend spoon sport spring stand star start statement station stay
        still stop store story street strong student study style subject success sugar suitcase summer sun sunny
        supermarket sure surname sweater swim swimming table take talk tall taxi tea teach teacher team teenager
        telephone television tell ten tennis terrible test text than thank thanks that the theater theatre their
        them then there these they thing think third thirsty thirteen thirty this those thousand three through
        ticket tiger time tired title to today together toilet tomato tomorrow tonight too tooth topic tourist
        town toy traffic train travel tree trip trousers true try turn twelve twenty twenty-one twice two type
        umbrella uncle under understand university until up upstairs us use useful usually vacation vegetable
        very video village visit visitor wait waiter wake walk wall want warm wash watch water way we wear
        weather website week weekend welcome well west what when where which white who why wife will win window
        wine winter with without woman wonderful word work worker world would write writer writing wrong yeah
        year yellow yes yesterday you young your zero zoo
        """
    )

    static let second = words(
        """
        able abroad accept accident act action active actually advantage adventure advert advertisement
        afterwards against ah alarm alive allow allowed almost alone along alphabet already although ambulance
        among amount ancient ankle ant anybody anymore anyone anyway anywhere app appear appointment argue
        armchair army arrange arrival as asleep assistant athlete attack attend attention attractive audience
        author available avenue average avocado avoid award awful backache background backpack bacon badly
        baggage bake baker bakery balcony balloon bar barbecue basic basket bat bathtub battery battle bean bear
        beard beat beauty bee beef beginner behave behavior behaviour bell belong belt bench benefit beside bill
        billion bin biology birth bit blackboard blanket blind block blog blonde blood blouse blow board boil
        bone bookcase bookshelf bookshop bookstore borrow boss bottom brain breathe bridge bright brilliant
        broccoli broken brush burn businessman businesswoman butcher butterfly button cabbage calendar calm
        camel camp camping candle candy cap captain care career careful carefully carpet cartoon case cash
        castle cathedral cause ceiling celebrate centimeter centimetre central century certain certainly
        champion chance channel character charger chat cheers chef chemist chemistry cheque cherry chess chest
        choice cigarette circle classical cleaner clear clearly clever click climate cloud cloudy club coach
        coast coconut code coin colleague collect collection colorful colourful comb comedy comfortable comic
        comment communicate community compare competition complain completely congratulations connect contact
        contain continent continue control cooker cooking copy corn corner costume cotton couch cough count
        countryside couple court cover crazy creative crime criminal crisps crocodile cross crowd crowded cry
        cucumber cupboard curly curtain cute cycle daddy daily danger data dead death decision deep definitely
        degree delete dentist department departure depend desert destroy detective develop device diary digital
        dinosaur direction director disagree disappear disaster discover discovery discuss discussion disease
        distance dive divide document doll dolphin donut double doughnut download downtown drawing dream dressed
        drop drug drum dry duck earn earring earth easily education effect eighteenth eighth either electric
        electricity elevator eleventh else emoji employ employee employer empty ending energy engine engineer
        enormous enter entrance envelope environment equipment eraser error especially essay even everyday
        everywhere exact exactly excellent except exist exit expect experience experiment expert explanation
        express expression extremely factory fail fair fan fashion father-in-law faucet fear feed female fever
        field fifteenth fight figure file finally firefighter fireworks fishing fit fix flag flour flu fog foggy
        folder footballer foreign forest forever formal fortunately forward fourteenth fox fresh fridge frog fry
        furniture further gallery garage garbage garlic gas gate general gentleman gift giraffe glad glove goal
        goat gold golf government grade gram grandchild granddaughter grandma grandpa grandson grape grapefruit
        grass greeting groceries ground guest guide guidebook gun guy habit haircut hairdresser hall ham hamster
        handbag handsome hang happily headphones heart heat heavy height helicopter helpful hero hers herself
        hide hiking hill himself hit hold hole hometown honest honey horrible hostel housewife housework hug
        huge human hurry hurt ideal ill illness image immediately impossible including increase incredible
        independent industry informal insect inside instead instruction instructor instrument intelligent
        international introduction invent invention invitation invite item itself jam jazz jewellery jewelry
        jogging joke journalist journey jumper kangaroo ketchup kettle keyboard kick kid kill kilo kilogram
        kindergarten king kiss kitten kiwi knee knock knowledge lab lady lake lamb lamp laptop latest laundry
        law lawyer lazy lead leader leaf learner least lecture lemon lemonade lend less lettuce lie lift lime
        link lip liter litre lock lonely lorry lost loud loudly lovely luck lucky luggage lunchtime madam magic
        mail make-up male mall manage manager mango mark material math mathematics matter may mayonnaise
        mechanic media medical medicine melon memory mention metal method microwave midday middle might mind
        mine minus mirror missing mix monster moon mosquito mostly mother-in-law motorbike motorcycle moustache
        movement mug mushroom musical musician mustache mustard myself napkin narrow national nationality nature
        nearby nearly necessary neck necklace neither nephew nervous network niece nineteenth ninth noise noisy
        none noodle noon normal normally notice novel nowhere nut object ocean offer officer oil olive omelette
        onto oops opera opportunity option ordinary organisation organise organization organize original ouch
        ours ourselves oven owner pack package packet pain painter pair pajamas palace pan pancake panda pants
        parcel pardon parking parrot particular pass passenger password pasta path patient pattern pea peace
        peach peanut pear penguin per percent perform performance perfume perhaps permission personality petrol
        pharmacy photographer photography physical physics pick picnic pie pillow pilot pineapple planet plastic
        platform playground pleased plenty plum plus pocket poem poet poetry polite politely pollution
        population pork position possibility poster postman pot power president prevent prince princess print
        printer prison prize process produce professional professor programmer progress promise pronounce
        pronunciation protect provide pub public publish pudding pull pumpkin pupil puppy purpose purse push
        puzzle pyjamas quality quantity queen queue quietly quiz race railway rainbow raincoat rainy rat rather
        reach react realise realize receive recent recently reception receptionist recipe recognise recognize
        recommend record recycle reduce refrigerator refuse region regular relationship relative remove rent
        repair replace reply reporter request research reservation reserve rest restroom review ring rise robot
        rock rocket role romantic roof rose round route rubber rubbish rucksack rude rugby ruler runner running
        safe safety sail sailing sale salmon sand sandal sauce sausage save scared scarf scary scene schedule
        schoolchild scissors score screen seafood search seaside season seat secret secretary section seem
        select selfie separate series serious serve service set seventeenth seventh several sex shake shall
        shampoo shape shark sheet shelf ship shorts shoulder shout shut shy side sightseeing sign silly silver
        simple since singing single sink sir sixteenth sixth size skate skateboard ski skiing skin sky sleepy
        slice slim slipper smart smartphone smell smile smoke smoking smoothie sneakers snowman snowy soap
        social society sock soft software soldier solution solve somewhere sort sour souvenir spaghetti speaker
        speech speed spicy spider spinach square stadium stage stair stairs stamp starter state statue steak
        steal step stomach stone storm straight strange strawberry stress structure studio stupid subway succeed
        successful such suddenly suggest suggestion suit suncream sunglasses sunshine supper support suppose
        surf surfing surprise surprised surprising survey sweet swimsuit symbol system tablet tail tap task
        taste tasty teapot teaspoon technology temperature temple tent tenth term textbook theirs themselves
        thick thief thin thirteenth thirtieth thought throat throw tidy tie till timetable tin tip tissue toast
        toe tongue tool toothache toothbrush toothpaste top total touch tour tourism toward towards towel tower
        track tradition traditional trainer training tram translate transport trash triangle trouble truck tuna
        turkey turtle twelfth twentieth twenty-first twin typical ugly underground underpants underwear
        unfortunately unfriendly unhappy unhealthy uniform unit unlucky unusual user usual valley van variety
        vegetarian vehicle vet view vinegar violin virus vocabulary voice volleyball waitress wallet war
        wardrobe washroom watermelon wave weak wedding weekday weigh weight wet whale wheel while whiteboard
        whole whose wi-fi wide wifi wild wind windy wing winner wish wolf wood wooden wool worried worry worse
        worst wow yard yet yoga yoghurt yogurt yours yourself zebra
        """
    )

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }
}
